// A text model that says what a test tells it to.
import type { TextModelSource } from '../../src/index.ts';

/** One ready model that says the given text, or waits until it is called off. */
export function engineSaying(reply: string | undefined, contextWindow = 2048): TextModelSource {
  return {
    models: () => [
      {
        id: 'scripted',
        contextWindow,
        capabilities: ['chat', 'json_schema'],
        ready: true,
      },
    ],
    async *stream(_order, stop) {
      if (reply === undefined) {
        await new Promise((_resolve, reject) => {
          stop.addEventListener('abort', () => reject(stop.reason), { once: true });
        });
      }
      yield { type: 'text', text: reply ?? '' };
      yield { type: 'end' };
    },
  };
}
