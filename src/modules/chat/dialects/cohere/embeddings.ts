// Turns Cohere's embedding requests into a request of the embedding service, and its vectors into the forms that were asked for.
import { newId } from '../../../../core/ids.ts';
import { COHERE_EMBED_FIELDS } from '../../fields/cohere.ts';
import { refuseByTable } from '../../fields/rule.ts';
import type { EmbeddingBody } from '../../schema.ts';
import { missing, refuse } from '../refuse.ts';
import type { CohereEmbedBody, CohereEmbedBodyV2 } from './schema.ts';

type Body = CohereEmbedBody & Partial<CohereEmbedBodyV2>;
type Form = NonNullable<Body['embedding_types']>[number];

const UNSIGNED_TO_SIGNED = 128;

export function embeddingBodyOf(body: Body): EmbeddingBody & { input: string[] } {
  if (body.images?.length) refuse('images', 'Models here read texts. Leave "images" out.');
  refuseByTable({ ...body, images: undefined }, COHERE_EMBED_FIELDS);
  for (const [index, form] of (body.embedding_types ?? []).entries())
    if (form === 'int8' || form === 'uint8')
      refuse(
        `embedding_types[${index}]`,
        'Vectors are not rounded to bytes. Ask for float, base64, binary or ubinary.',
      );
  const { model = 'default', output_dimension: dimensions } = body;
  return { model, input: textsOf(body), ...(dimensions === undefined ? {} : { dimensions }) };
}

/** `isByForm`: version 2 always names the forms, version 1 only where they were asked for. */
export function embedReplyOf(
  answer: object,
  { texts, forms, isByForm }: { texts: string[]; forms: readonly Form[] | undefined; isByForm: boolean },
) {
  const { data, usage } = answer as { data: { embedding: number[] }[]; usage: { prompt_tokens: number } };
  const vectors = data.map(({ embedding }) => embedding);
  const wanted = forms ?? ['float'];
  const byForm = () =>
    Object.fromEntries(wanted.map((form) => [form, vectors.map((vector) => WRITERS[form]?.(vector))]));
  return {
    id: newId('embed'),
    response_type: isByForm || forms ? 'embeddings_by_type' : 'embeddings_floats',
    embeddings: isByForm || forms ? byForm() : vectors,
    texts,
    meta: { api_version: { version: isByForm ? '2' : '1' }, billed_units: { input_tokens: usage.prompt_tokens } },
  };
}

const WRITERS: Partial<Record<Form, (vector: number[]) => unknown>> = {
  float: (vector) => vector,
  base64: (vector) => Buffer.from(new Float32Array(vector).buffer).toString('base64'),
  ubinary: signBytes,
  binary: (vector) => signBytes(vector).map((byte) => byte - UNSIGNED_TO_SIGNED),
};

/** Eight signs to a byte, the first one highest. */
function signBytes(vector: readonly number[]): number[] {
  const bytes = new Array<number>(Math.ceil(vector.length / 8)).fill(0);
  for (const [index, value] of vector.entries())
    if (value > 0) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7));
  return bytes;
}

function textsOf({ texts, inputs }: Body): string[] {
  if (texts) return texts;
  if (!inputs) return missing('texts');
  return inputs.map(({ content }, index) =>
    content
      .map(({ type, text }, place) => {
        const at = `inputs[${index}].content[${place}]`;
        if (type !== 'text') return refuse(`${at}.type`, 'Models here read texts. Send parts of type "text".');
        return text ?? missing(`${at}.text`);
      })
      .join('\n'),
  );
}
