// The API's base URL: users give the origin, or the URL of the API with its /v1.

export interface ApiPlace {
  environment: 'live' | 'test';
  /** `https://host/v1` or `https://host/sandbox/v1` */
  baseUrl: string;
}

/** The given environment; without it, the one that the URL names. */
export function placeOf(address: string, environment: 'live' | 'test' | undefined): ApiPlace {
  const trimmed = address.replace(/\/+$/, '');
  const [ending = '', sandbox, alias = ''] = /(\/sandbox)?(\/api)?\/v1$/.exec(trimmed) ?? [];
  const root = trimmed.slice(0, trimmed.length - ending.length);
  const chosen = environment ?? (sandbox ? 'test' : 'live');
  return { environment: chosen, baseUrl: `${root}${chosen === 'test' ? '/sandbox' : ''}${alias}/v1` };
}
