// Streams the account's events as they happen, and reconnects when the stream breaks.
import type { Api } from './api.ts';
import { ConnectionError, EngineError, ServerError } from './errors.ts';
import { pause } from './retry.ts';
import type { CallOptions } from './transport.ts';
import type { WebhookEvent } from './webhook-events.ts';

export interface ListenOptions extends CallOptions {
  onListening?: (() => void) | undefined;
}

const RETURN_WAIT_MS = 1_000;

/** At least once: an event may be repeated after a reconnection. */
export async function* listenToEvents(api: Api, options: ListenOptions = {}): AsyncGenerator<WebhookEvent> {
  let lastEventId: string | undefined;
  for (;;) {
    const headers = { ...options.headers, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) };
    try {
      for await (const { id, data } of api.serverEvents('GET /webhooks/events', {}, { ...options, headers })) {
        const event: WebhookEvent | { type: 'listening' } = JSON.parse(data);
        lastEventId = id ?? lastEventId;
        if (event.type === 'listening') options.onListening?.();
        else yield event;
      }
    } catch (error) {
      const isPassing =
        error instanceof ConnectionError || error instanceof EngineError || error instanceof ServerError;
      if (!isPassing) throw error;
    }
    await pause(RETURN_WAIT_MS, options.signal);
  }
}
