// Says what a small model cannot do well and, to the operator, how a better one is connected.
export type Weakness = 'code' | 'advice';

const WORDS: Readonly<Record<Weakness, string>> = {
  code: 'the code it writes is often wrong: check it before you use it',
  advice: 'its longer answers and advice are often wrong: check them',
};
const BETTER =
  'Connect a better model with one line: OPENAI_BASE_URL=http://127.0.0.1:11434/v1 npm start (any OpenAI-compatible server; OPENAI_API_KEY for its key).';

/** Empty for a model without known weaknesses; `about` keeps only the weaknesses that concern this kind of answer. */
export function warningsOf(
  model: { id: string; weakAt?: readonly Weakness[] },
  reader: { isOwner: boolean },
  about?: Weakness,
): string[] {
  const weakAt = (model.weakAt ?? []).filter((weakness) => about === undefined || weakness === about);
  const said = weakAt.map((weakness) => `${model.id} is a small model, and ${WORDS[weakness]}.`);
  // A customer can change nothing about it.
  return said.length > 0 && reader.isOwner ? [...said, BETTER] : said;
}
