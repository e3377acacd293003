// Verifies that a webhook came from the service, with the Web Crypto API of Node, browsers and edge runtimes.
import { WebhookSignatureError } from './errors.ts';
import type { WebhookEvent } from './webhook-events.ts';

export type GivenHeaders = Headers | Record<string, string | string[] | undefined>;

export interface SignedWebhook {
  /** The raw body, before any parsing. */
  body: string | Uint8Array;
  headers: GivenHeaders;
  /** `whsec_…`; several during a rotation. */
  secret: string | readonly string[];
  /** The maximum age of a delivery; 300 if absent. */
  toleranceSeconds?: number;
}

const encoder = new TextEncoder();

/** Returns the event, or throws a WebhookSignatureError. */
export async function verifyWebhook(webhook: SignedWebhook): Promise<WebhookEvent> {
  const body = typeof webhook.body === 'string' ? encoder.encode(webhook.body) : webhook.body;
  const secrets = typeof webhook.secret === 'string' ? [webhook.secret] : webhook.secret;
  const isSigned = headerOf(webhook.headers, 'webhook-signature') ? isStandardSigned : isPlainSigned;
  for (const secret of secrets)
    if (await isSigned(body, webhook, secret)) return JSON.parse(new TextDecoder().decode(body));
  throw new WebhookSignatureError('This webhook was not signed with your secret.', { code: 'wrong_signature' });
}

/** Standard Webhooks: the signature also covers the delivery's time. */
async function isStandardSigned(body: Uint8Array, webhook: SignedWebhook, secret: string): Promise<boolean> {
  const { headers, toleranceSeconds = 300 } = webhook;
  const id = headerOf(headers, 'webhook-id') ?? '';
  const timestamp = headerOf(headers, 'webhook-timestamp') ?? '';
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookSignatureError('This webhook was signed too long ago.', { code: 'too_old' });
  const signed = concat(encoder.encode(`${id}.${timestamp}.`), body);
  const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (sign) => sign.charCodeAt(0));
  const given = (headerOf(headers, 'webhook-signature') ?? '').split(' ').map((one) => one.replace(/^v1,/, ''));
  const checks = given.map(async (one) => isHmac(key, fromBase64(one), signed));
  return (await Promise.all(checks)).includes(true);
}

/** `X-Service-Signature: sha256=<hex>` */
function isPlainSigned(body: Uint8Array, { headers }: SignedWebhook, secret: string): Promise<boolean> {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(headerOf(headers, 'x-service-signature') ?? '')?.[1] ?? '';
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return isHmac(encoder.encode(secret), signature, body);
}

/** Web Crypto compares in constant time. */
async function isHmac(key: Uint8Array, signature: Uint8Array, signed: Uint8Array): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', bufferOf(key), hmac, false, ['verify']);
  return crypto.subtle.verify('HMAC', imported, bufferOf(signature), bufferOf(signed));
}

function headerOf(headers: GivenHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
