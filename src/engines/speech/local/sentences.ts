// Cuts a text into pieces for synthesis; joined, they are the text again.

/** Shorter pieces would sound clipped: a voice needs some words for its intonation. */
const SHORTEST = 24;
/** A text without sentence ends must not delay the first sound. */
const LONGEST = 400;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

export function cutIntoSentences(text: string): string[] {
  const pieces: string[] = [];
  let open = '';
  for (const { segment } of sentences.segment(text)) {
    for (const part of cutAtSpaces(segment)) {
      open += part;
      if (open.trim().length < SHORTEST) continue;
      pieces.push(open);
      open = '';
    }
  }
  const last = pieces.pop();
  if (last === undefined) return open === '' ? [] : [open];
  // The rest is too short for a piece of its own.
  return [...pieces, last + open];
}

function cutAtSpaces(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST) {
    const space = rest.lastIndexOf(' ', LONGEST);
    const end = space > 0 ? space + 1 : LONGEST;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}
