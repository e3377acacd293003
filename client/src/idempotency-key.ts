// Names one act, so that the service does it once however often it is sent.

/** Not randomUUID: browsers withhold it from pages that are served without TLS, e.g. in a home network. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
