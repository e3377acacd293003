// The service's name on every answer, unless the account pays for its absence.
export interface Attribution {
  service: string;
  text: string;
  url: string;
}

export interface AttributionText {
  header: string;
  /** `"attribution":{…}`, ready to be put into an object's JSON. */
  member: string;
  value: Attribution;
}

export function attributionOf(service: string, url: string): AttributionText {
  const value = { service, text: `Made with ${service}`, url };
  return { header: printableAscii(`${value.text} (${url})`), member: `"attribution":${JSON.stringify(value)}`, value };
}

/** Puts a member into an object's JSON without parsing it; text that is no object stays as it is. */
export function addMember(json: string, member: string): string {
  const text = json.trimEnd();
  if (!text.startsWith('{') || !text.endsWith('}')) return json;
  const open = text.slice(0, -1).trimEnd();
  return open === '{' ? `{${member}}` : `${open},${member}}`;
}

function printableAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
