// Posts an event to a program on this machine, signed with both signatures of a real delivery.
import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookEvent } from '@atelier/client';

export interface Forwarding {
  target: string;
  /** `whsec_…` */
  secret: string;
  signal: AbortSignal;
}

const PATIENCE_MS = 15_000;

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The outcome as text. */
export async function forwardEvent(event: WebhookEvent, { target, secret, signal }: Forwarding): Promise<string> {
  const { id, type, created_at, data } = event;
  const body = JSON.stringify({ id, type, created_at, data });
  try {
    const { status } = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...signaturesOf(id, body, secret) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    return String(status);
  } catch (error) {
    if (signal.aborted) throw error;
    return 'no answer';
  }
}

function signaturesOf(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  };
}
