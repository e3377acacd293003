// Signs a delivery twice over the same body: as the service always did, and as Standard Webhooks says.
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/** A secret in the two forms that it signs in. */
export interface SigningKey {
  own: KeyObject;
  standard: KeyObject;
}

/** Standard Webhooks keys with the bytes behind the prefix; the service's own signature keys with the secret as it is shown. */
export function signingKey(secret: string): SigningKey {
  return {
    own: createSecretKey(secret, 'utf8'),
    standard: createSecretKey(secret.slice(PREFIX.length), 'base64'),
  };
}

export interface Signable {
  eventId: string;
  timestampSeconds: number;
  body: string;
  /** The current one first; then, while a rotation overlaps, the one before. */
  keys: readonly [SigningKey, ...SigningKey[]];
  /** 1 for the first try of a delivery. */
  attempt?: number;
}

/** Our own header holds one signature: while two secrets are valid, each further try is signed with the other one. */
export function signatureHeaders({
  eventId,
  timestampSeconds,
  body,
  keys,
  attempt = 1,
}: Signable): Record<string, string> {
  const { own } = keys[(attempt - 1) % keys.length] ?? keys[0];
  const signed = `${eventId}.${timestampSeconds}.${body}`;
  return {
    'x-service-signature': `sha256=${createHmac('sha256', own).update(body).digest('hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': keys
      .map(({ standard }) => `v1,${createHmac('sha256', standard).update(signed).digest('base64')}`)
      .join(' '),
  };
}
