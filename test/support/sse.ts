// Reads a streamed answer as a client sees it: the data of each event, [DONE] among them.
import { SseReader } from '../../src/net/sse-reader.ts';

export async function readEvents(response: Response): Promise<string[]> {
  const reader = new SseReader();
  const events: string[] = [];
  for await (const piece of response.body ?? []) {
    for (const frame of reader.push(piece)) events.push(frame.data.toString('utf8'));
  }
  return events;
}

export function chunkText(chunk: { choices: { delta?: { content?: string }; text?: string }[] }): string {
  const [choice] = chunk.choices;
  return choice?.delta?.content ?? choice?.text ?? '';
}
