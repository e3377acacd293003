// Signs a delivery twice over the same body: as the service always did, and as Standard Webhooks says.
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

export interface Signable {
  eventId: string;
  timestampSeconds: number;
  body: string;
  /** The current secret first; then, while a rotation overlaps, the one before. */
  secrets: readonly [string, ...string[]];
}

export function signatureHeaders({ eventId, timestampSeconds, body, secrets }: Signable): Record<string, string> {
  return {
    'x-service-signature': `sha256=${createHmac('sha256', secrets[0]).update(body).digest('hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets
      .map((secret) => `v1,${standardSignature(secret, eventId, timestampSeconds, body)}`)
      .join(' '),
  };
}

/** Standard Webhooks keys with the bytes behind the prefix; the service's own signature keys with the secret as it is shown. */
function standardSignature(secret: string, eventId: string, timestampSeconds: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${eventId}.${timestampSeconds}.${body}`).digest('base64');
}
