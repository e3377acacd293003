// A text model that says what a test tells it to.
import type { TextEngine, TextEvent } from '../../src/engines/text/port.ts';

/** Speaks the port: one ready model that says the given text, or waits until it is called off. */
export function engineSaying(reply: string | undefined, contextWindow = 2048): TextEngine {
  return {
    name: 'scripted',
    models: () => [
      {
        id: 'scripted',
        ownedBy: 'test',
        contextWindow,
        maxOutputTokens: 1024,
        capabilities: ['chat', 'json_schema'],
        ready: true,
      },
    ],
    countTokens: async () => 1,
    async *stream(_order, stop): AsyncGenerator<TextEvent> {
      if (reply === undefined) {
        await new Promise((_resolve, reject) => {
          stop.addEventListener('abort', () => reject(stop.reason), { once: true });
        });
      }
      yield { type: 'text', text: reply ?? '', tokens: 1 };
      yield { type: 'end', finishReason: 'stop', usage: { promptTokens: 1, completionTokens: 1 } };
    },
  };
}
