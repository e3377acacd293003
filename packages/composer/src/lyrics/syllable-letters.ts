// Cuts the letters of a word into a given number of syllables, as a singer would read them off a sheet.
const VOWEL = /[aeiouyàâäáãåèêëéìîïíòôöóõùûüúæœø]/i;
const TOGETHER = /^(ch|sh|th|ph|wh|ck|gh|qu|ng|tr|dr|br|cr|fr|gr|pr|bl|cl|fl|gl|pl|sl|st)$/i;

/** How many syllables the spelling suggests; at least one. */
export function guessSyllableCount(word: string): number {
  const groups = vowelGroups(word);
  return Math.max(1, groups.length);
}

export function splitLetters(word: string, count: number): string[] {
  if (count <= 1) return [word];
  const groups = vowelGroups(word);
  let starts = groups.slice(1).map((group, index) => cutBetween(word, groups[index]?.end ?? 0, group.start));
  while (starts.length > count - 1) starts = starts.slice(0, -1);
  while (starts.length < count - 1) {
    const added = widestCut(word, starts);
    if (added === undefined) break;
    starts = [...starts, added].sort((a, b) => a - b);
  }
  const edges = [0, ...starts, word.length];
  const pieces = edges.slice(1).map((end, index) => word.slice(edges[index], end));
  // A word with fewer letters than syllables keeps its letters in front; what is left is held on.
  while (pieces.length < count) pieces.push('');
  return pieces;
}

function vowelGroups(word: string): { start: number; end: number }[] {
  const groups: { start: number; end: number }[] = [];
  for (let index = 0; index < word.length; index += 1) {
    if (!VOWEL.test(word.charAt(index))) continue;
    const last = groups.at(-1);
    if (last && last.end === index) last.end = index + 1;
    else groups.push({ start: index, end: index + 1 });
  }
  return groups.length > 1 && isSilentEnding(word) ? groups.slice(0, -1) : groups;
}

function isSilentEnding(word: string): boolean {
  const bare = word.replace(/[^a-z]+$/i, '');
  return (
    /[^aeiouyl]e$/i.test(bare) ||
    /[aeiouy][^aeiouy]+es$/i.test(bare.replace(/(s|x|z|ch|sh)es$/i, 'is')) ||
    /[^td]ed$/i.test(bare) ||
    /[aeiouy]le$/i.test(bare)
  );
}

/** One consonant goes to the next syllable; of several the first stays, unless they are said as one. */
function cutBetween(word: string, from: number, to: number): number {
  const consonants = word.slice(from, to);
  if (consonants.length <= 1 || TOGETHER.test(consonants))
    return from + (/^(ck|ng)$/i.test(consonants) ? consonants.length : 0);
  return from + 1;
}

function widestCut(word: string, starts: readonly number[]): number | undefined {
  const edges = [0, ...starts, word.length];
  let best: number | undefined;
  let widest = 1;
  edges.slice(1).forEach((end, index) => {
    const start = edges[index] ?? 0;
    if (end - start <= widest) return;
    widest = end - start;
    best = start + Math.ceil((end - start) / 2);
  });
  return best;
}
