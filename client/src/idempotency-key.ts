// Creates Idempotency-Keys: the service runs a call once, however often it is sent.

/** Not randomUUID, which browsers do not offer to pages without TLS, e.g. in a home network. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
