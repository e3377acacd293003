// Turns calls of functions that represent custom tools into calls of those tools.
import { asRecord, asRecords } from '../../core/unknown-json.ts';
import { unwrapInput } from './dialects/one-string-tools.ts';
import { type AnswerShape, chatChunk } from './shapes.ts';

interface Gathered {
  index: number;
  id: string;
  name: string;
  written: string;
}

/**
 * For one answer: a custom tool's input is known only when all of its arguments have arrived, so such calls come last.
 */
export function withCustomCalls(shape: AnswerShape, names: ReadonlySet<string>): AnswerShape {
  const gathered = new Map<string, Gathered>();
  return {
    ...shape,
    chunk(head, choice, event) {
      if (event.type !== 'tool_call') return shape.chunk(head, choice, event);
      const key = `${choice}:${event.index}`;
      const { index, id = '', name = '', argumentsDelta } = event;
      if (names.has(name)) gathered.set(key, { index, id, name, written: '' });
      const call = gathered.get(key);
      if (!call) return shape.chunk(head, choice, event);
      call.written += argumentsDelta;
      return undefined;
    },
    ending(head, choice, end) {
      const calls = [...gathered].filter(([key]) => key.startsWith(`${choice}:`)).map(([, call]) => call);
      if (calls.length === 0) return shape.ending(head, choice, end);
      const tool_calls = calls.map(({ index, id, name, written }) => ({ index, ...customCall(id, name, written) }));
      return chatChunk(head, choice, { delta: { tool_calls }, end });
    },
    whole(head, choices, usage) {
      const body = shape.whole(head, choices, usage);
      for (const choice of asRecords((body as Record<string, unknown>).choices)) {
        const message = asRecord(choice.message);
        if (message?.tool_calls)
          message.tool_calls = asRecords(message.tool_calls).map((call) => restored(call, names));
      }
      return body;
    },
  };
}

function restored(call: Record<string, unknown>, names: ReadonlySet<string>): object {
  const { name, arguments: written } = asRecord(call.function) ?? {};
  return names.has(String(name)) ? customCall(String(call.id), String(name), String(written)) : call;
}

function customCall(id: string, name: string, written: string) {
  return { id, type: 'custom' as const, custom: { name, input: unwrapInput(written) } };
}
