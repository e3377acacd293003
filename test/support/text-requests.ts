// Generated requests to every operation that sends text to an upstream: an example of the reference, with fields of its schema changed and texts made long.
import { type Chance, chanceFromNumber } from '@atelier/kit';
import { RequestMaker } from './api-fuzz.ts';
import type { Documented } from './documented-answers.ts';

export interface TextRequest {
  name: string;
  url: string;
  body: Record<string, unknown>;
}

/** Paid text: answers, completions, code, embeddings and rerank, in every dialect. */
const PAID_TEXT =
  /^POST (\/chat\/(completions|stream)|\/completions|\/responses|\/messages|\/embeddings|\/rerank|\/v2\/rerank|\/code\/(?!run$)\w+|\/api\/(chat|generate|embed|embeddings)|(\/v1beta)?\/models\/\{model\}:(generateContent|streamGenerateContent|embedContent|batchEmbedContents))$/;
/** Of an upstream with OpenAI's Responses API. */
export const NATIVE_MODEL = 'greedy-native-1';
const MAX_CHANGES = 3;
const MAX_TEXT_CHARACTERS = 20_000;
/** A longer text would be another value: of a choice, an id or an address. */
const CHOICES =
  /^(role|type|model|object|format|encoding_format|effort|task|voice|detail|media_type|mimeType|data|url|id|conversation(_id)?)$/;

export class TextRequestMaker {
  readonly #chance: Chance;
  readonly #maker: RequestMaker;
  readonly #operations: readonly { name: string; example: Record<string, unknown> }[];

  constructor({ operations, ...more }: Documented, seed: number) {
    this.#chance = chanceFromNumber(seed);
    const paid = new Map([...operations].filter(([name]) => PAID_TEXT.test(name)));
    this.#maker = new RequestMaker({ ...more, operations: paid }, new Map(), seed);
    this.#operations = [...paid].map(([name, { operation }]) => {
      const { example } = operation.requestBody?.content['application/json'] ?? {};
      return { name, example: (example ?? {}) as Record<string, unknown> };
    });
  }

  get names(): readonly string[] {
    return this.#operations.map(({ name }) => name);
  }

  make(index: number): TextRequest {
    const { name = '', example = {} } = this.#operations[index % this.#operations.length] ?? {};
    const generated = readObject(this.#maker.make(index).body);
    const body: Record<string, unknown> = structuredClone(example);
    const fields = Object.keys(generated);
    for (let change = 0; change < MAX_CHANGES && fields.length > 0; change += 1) {
      const field = fields[Math.floor(this.#chance() * fields.length)] ?? '';
      body[field] = generated[field];
    }
    this.#lengthen(body);
    const model = this.#modelFor(name);
    const path = name.slice('POST '.length);
    if (!path.includes('{model}')) body.model = model;
    const url = path.replace('{model}', model);
    return { name, url: /^\/(v1beta|v2|api)\//.test(url) ? url : `/v1${url}`, body };
  }

  #modelFor(name: string): string {
    if (/embed/i.test(name)) return 'greedy-embed-1';
    if (/rerank/.test(name)) return 'greedy-rerank-1';
    // Half of the responses go to an upstream that has this API itself.
    return /responses/.test(name) && this.#chance() < 0.5 ? NATIVE_MODEL : 'greedy-1';
  }

  /** Half of the texts become long, wherever they are. */
  #lengthen(value: Record<string, unknown> | unknown[]): void {
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object' && inner !== null) this.#lengthen(inner as Record<string, unknown>);
      else if (typeof inner === 'string' && !CHOICES.test(key) && this.#chance() < 0.5)
        Object.assign(value, { [key]: inner + ' xé'.repeat(Math.floor((this.#chance() * MAX_TEXT_CHARACTERS) / 3)) });
    }
  }
}

function readObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
