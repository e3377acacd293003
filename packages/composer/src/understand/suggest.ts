// Guesses the genre of a prompt that names none: the genre with the most similar description.
import type { Genre } from '../order.ts';
import type { Suggestion } from './prompt.ts';

/** Unit vectors for texts, from whichever embedding engine the service has. */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;

/** Below this similarity there is no guess. */
const LEAST_LIKENESS = 0.2;

export function suggestByMeaning(
  embed: Embed,
): (prompt: string, genres: readonly Genre[], signal: AbortSignal) => Promise<Suggestion | undefined> {
  let known: Promise<readonly Float32Array[]> | undefined;
  return async (prompt, genres, signal) => {
    const described = genres.map((genre) => `${genre.name} music. ${genre.description} ${genre.examplePrompt}.`);
    known ??= embed(described, signal).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    const [places, [asked]] = await Promise.all([known, embed([prompt], signal)]);
    if (!asked) return undefined;
    let best = LEAST_LIKENESS;
    let genre: string | undefined;
    for (const [index, place] of places.entries()) {
      const likeness = place.reduce((sum, value, dimension) => sum + value * (asked[dimension] ?? 0), 0);
      if (likeness > best) {
        best = likeness;
        genre = genres[index]?.id;
      }
    }
    return genre ? { genre, source: 'meaning of the prompt' } : undefined;
  };
}
