// A model with a script, for the matrix of clients: what it says depends only on what has reached it, in whatever dialect.

/** What a call holds, without its dialect. */
export interface Heard {
  model: string;
  stream: boolean;
  /** Every text of the conversation. */
  text: string;
  images: number;
  tools: string[];
  /** What the tools of the client answered. */
  results: string[];
  wantsJson: boolean;
  wantsThoughts: boolean;
  /** Marks where a cache may begin (Anthropic). */
  marks: number;
}

export interface ScriptedAnswer {
  thoughts: string;
  text: string;
  calls: { id: string; name: string; input: Record<string, unknown> }[];
}

export const ANSWER = 'Blue.';
export const THOUGHTS = 'Hm, colours.';
export const IN_THE_PDF = 'The answer is forty-two';
const CITY = { city: 'Paris', country: 'France' };
/** Of 100 tokens of the prompt, 60 came from the cache; of 20 tokens of the answer, 8 were thoughts. */
export const USED = { input: 100, cached: 60, output: 20, thoughts: 8 };
/** In a prompt: the answer stops after its first word, until the client leaves. */
export const SLOWLY = 'COUNT SLOWLY';
/** In a prompt, with a number behind it: the first call with this number is refused with 429. */
export const BUSY = 'BUSY-';

/** One call of an agent's own tools. */
export interface Step {
  tool: string;
  input: Record<string, unknown>;
}

/** What an agent's model does: one step after the other, and then it says that it is done. A call without these tools is an aside, such as a title. */
export function followScript(heard: Heard, steps: readonly Step[]): ScriptedAnswer {
  const step = steps[heard.results.length];
  const isAside = !steps.every(({ tool }) => heard.tools.includes(tool));
  if (isAside) return { thoughts: '', text: ANSWER, calls: [] };
  if (!step) return { thoughts: '', text: DONE, calls: [] };
  const id = `call_${heard.results.length + 1}`;
  return { thoughts: '', text: '', calls: [{ id, name: step.tool, input: step.input }] };
}

export const DONE = 'DONE: the colour is blue.';

export function answerTo(heard: Heard): ScriptedAnswer {
  const thoughts = heard.wantsThoughts ? THOUGHTS : '';
  const calls = heard.results.length > 0 ? [] : callsOf(heard);
  return { thoughts, calls, text: calls.length > 0 ? '' : textOf(heard) };
}

function callsOf({ text, tools }: Heard): ScriptedAnswer['calls'] {
  // Some providers ask for a structure by a tool of this name.
  if (tools.includes('json')) return [{ id: 'call_json', name: 'json', input: CITY }];
  const weather = tools.find((name) => name.includes('weather'));
  if (!weather) return [];
  const cities = text.includes('Rome') ? ['Paris', 'Rome'] : ['Paris'];
  return cities.map((city, index) => ({ id: `call_${index + 1}`, name: weather, input: { city } }));
}

function textOf({ text, images, results, wantsJson }: Heard): string {
  if (results.length > 0) return `RESULTS: ${results.join(' and ')}`;
  if (wantsJson) return JSON.stringify(CITY);
  if (images > 0) return `SAW ${images}`;
  if (text.includes(IN_THE_PDF)) return 'READ forty-two';
  return ANSWER;
}
