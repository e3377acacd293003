// The tool calls of an answer: shows each call, and takes the results to send to the model.
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Field, TextArea } from '../../parts/field.tsx';
import type { Message, ToolCall } from './message.ts';
import { toolWords } from './strings.ts';

export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  return (
    <ul className="grid gap-2">
      {calls.map((call) => (
        <li key={call.id} className="grid min-w-0 gap-1 rounded-xl border border-line p-3 text-sm">
          <p className="flex items-center gap-2 font-medium">
            <Wrench aria-hidden className="size-4 text-muted" />
            {toolWords.calls(call.function.name)}
          </p>
          <CodeBlock text={indented(call.function.arguments)} label={toolWords.argumentsOf(call.function.name)} />
        </li>
      ))}
    </ul>
  );
}

/** The user answers for the tool: the page runs nothing. */
export function ToolResults({ calls, onSend }: { calls: readonly ToolCall[]; onSend(messages: Message[]): void }) {
  const [results, setResults] = useState<Record<string, string>>({});
  return (
    <form
      className="grid gap-3 rounded-xl border border-line bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: results[id] ?? '' })));
      }}
    >
      {calls.map(({ id, function: { name } }) => (
        <Field key={id} label={toolWords.resultOf(name)} hint={toolWords.resultHint}>
          <TextArea
            value={results[id] ?? ''}
            onChange={(event) => setResults((before) => ({ ...before, [id]: event.target.value }))}
            className="min-h-16!"
          />
        </Field>
      ))}
      <Button type="submit" className="w-fit">
        {toolWords.send}
      </Button>
    </form>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
