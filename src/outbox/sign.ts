// Signs a delivery in two formats: the service's own header and the Standard Webhooks headers.
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/** The HMAC keys of one secret, for the two signature formats. */
export interface SigningKey {
  own: KeyObject;
  standard: KeyObject;
}

/** Standard Webhooks uses the decoded bytes after the prefix as its key; the service's own format uses the secret's text. */
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
  /** The current key first, then the previous one during the overlap of a rotation. */
  keys: readonly [SigningKey, ...SigningKey[]];
  /** 1 for the first attempt of a delivery. */
  attempt?: number;
}

/** The service's own header can contain only one signature: while two secrets are valid, the attempts alternate between them. */
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
