// How much of an account's or a key's requests is kept, and what is masked in the bodies.
export const REQUEST_LOG_LEVELS = ['off', 'metadata', 'bodies'] as const;
export type RequestLogLevel = (typeof REQUEST_LOG_LEVELS)[number];

/** Kinds of sensitive text that the service can detect. */
export const MASKED_KINDS = ['email', 'key', 'card', 'phone', 'ip'] as const;
export type MaskedKind = (typeof MASKED_KINDS)[number];

export interface RedactionRules {
  mask: readonly MaskedKind[];
  /** JSON members whose values are masked, at any depth and in any spelling: `apiKey` equals `api_key`. */
  maskFields: readonly string[];
  /** `#` is a digit, `?` a letter or digit, `*` a run of characters without space. */
  maskPatterns: readonly string[];
  /** Top-level members of a body that are kept; null: all. */
  keepFields: readonly string[] | null;
}

export const STANDARD_RULES: RedactionRules = {
  mask: ['email', 'key', 'card'],
  maskFields: [
    ...['password', 'passwd', 'passphrase', 'secret', 'client_secret', 'webhook_secret', 'secret_key', 'private_key'],
    ...['api_key', 'x-api-key', 'x-goog-api-key', 'access_key', 'secret_access_key'],
    ...['token', 'access_token', 'refresh_token', 'id_token', 'auth_token', 'session_token'],
    ...['authorization', 'proxy-authorization', 'cookie', 'set-cookie'],
  ],
  maskPatterns: [],
  keepFields: null,
};

export interface RequestLogTerms {
  level: RequestLogLevel;
  /** null: the standard rules. */
  rules: RedactionRules | null;
}
