// Adds the service's name to every response, unless the account's plan removes it.
export interface Attribution {
  service: string;
  text: string;
  url: string;
}

export interface AttributionText {
  header: string;
  /** `"attribution":{…}`, ready to be inserted into a JSON object. */
  member: string;
  value: Attribution;
}

export function attributionOf(service: string, url: string): AttributionText {
  const value = { service, text: `Made with ${service}`, url };
  return { header: printableAscii(`${value.text} (${url})`), member: `"attribution":${JSON.stringify(value)}`, value };
}

/** Inserts a member into a JSON object without parsing it; text that is not an object stays unchanged. */
export function addMember(json: string, member: string): string {
  const text = json.trimEnd();
  if (!text.startsWith('{') || !text.endsWith('}')) return json;
  const open = text.slice(0, -1).trimEnd();
  return open === '{' ? `{${member}}` : `${open},${member}}`;
}

function printableAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
