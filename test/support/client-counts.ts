// Counts the tests of a run that use an official client of another API, unchanged but for its address and key.
import type { EndedTest } from './test-times.ts';

/** The first that fits counts a test: a file may hold tests of several clients. */
const CLIENTS: readonly [client: string, isOf: (test: EndedTest) => boolean][] = [
  ['AI SDK (ai)', ({ name }) => /^AI SDK|the AI SDK's provider/.test(name)],
  ['LangChain (@langchain/openai)', ({ name }) => name.startsWith('LangChain')],
  ['OpenAI Agents (@openai/agents)', ({ name }) => name.includes('Agents SDK')],
  ['OpenAI (openai)', ({ file, name }) => /contract\/openai-/.test(file) || name.startsWith('openai package')],
  ['Anthropic (@anthropic-ai/sdk)', ({ file }) => file.endsWith('contract/anthropic-client.test.ts')],
  ['Google (@google/genai)', ({ file }) => file.endsWith('contract/gemini-client.test.ts')],
  ['Ollama (ollama)', ({ file }) => file.endsWith('contract/ollama-client.test.ts')],
  ['Cohere (cohere-ai)', ({ name }) => name.includes('Cohere')],
  ['MCP (@modelcontextprotocol/sdk)', ({ file }) => /contract\/mcp(-tools)?\.test\.ts$/.test(file)],
];

/** Lines for the end of a report; none if no such test ran. */
export function clientCounts(tests: readonly EndedTest[]): string[] {
  const counts = new Map<string, number>();
  for (const test of tests) {
    const [client] = CLIENTS.find(([, isOf]) => isOf(test)) ?? [];
    if (client) counts.set(client, (counts.get(client) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const lines = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([client, count]) => `${String(count).padStart(10)}  ${client}`);
  return ['\nTests with official clients:', ...lines];
}
