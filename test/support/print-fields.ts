// Writes the page of fields out of the tables of the dialects.
import { CHAT_FIELDS } from '../../src/modules/chat/fields/chat.ts';
import { COHERE_CHAT_FIELDS, COHERE_EMBED_FIELDS } from '../../src/modules/chat/fields/cohere.ts';
import { GEMINI_FIELDS } from '../../src/modules/chat/fields/gemini.ts';
import { MESSAGES_FIELDS } from '../../src/modules/chat/fields/messages.ts';
import { OLLAMA_FIELDS } from '../../src/modules/chat/fields/ollama.ts';
import { RERANK_FIELDS } from '../../src/modules/chat/fields/rerank.ts';
import { RESPONSES_FIELDS } from '../../src/modules/chat/fields/responses.ts';
import type { FieldTable } from '../../src/modules/chat/fields/rule.ts';

export const FIELD_TABLES: readonly [string, FieldTable][] = [
  ['OpenAI: chat completions and completions', CHAT_FIELDS],
  ['OpenAI: Responses', RESPONSES_FIELDS],
  ['Anthropic: Messages', MESSAGES_FIELDS],
  ['Gemini', GEMINI_FIELDS],
  ['Ollama', OLLAMA_FIELDS],
  ['Cohere: chat', COHERE_CHAT_FIELDS],
  ['Cohere: embeddings', COHERE_EMBED_FIELDS],
  ['Rerank', RERANK_FIELDS],
];

export function printFields(): string {
  const sections = FIELD_TABLES.flatMap(([title, table]) => [
    '',
    `## ${title}`,
    '| field | here | how, or why not |',
    '|---|---|---|',
    ...Object.entries(table).map(([field, { effect, why, accepts }]) => {
      const but = accepts ? ` Accepted: ${accepts.map((value) => `\`${value || '""'}\``).join(', ')}.` : '';
      return `| \`${field}\` | ${effect} | ${why}${but} |`;
    }),
  ]);
  return `${[
    '# Fields of each API',
    '',
    '<!-- Generated from `src/modules/chat/fields`; do not edit. -->',
    '',
    'One rule holds in every dialect. A field that only hints at caches, tracing or display is accepted. A field that changes what you',
    'get or pay is honoured, or refused with 400 and its name. A field that is not listed is accepted and ignored, because clients send new ones every month.',
    ...sections,
  ].join('\n')}\n`;
}
