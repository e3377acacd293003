// Moderation for guards: the engines are asked for the account, whatever models its key may use.
import { ServiceError } from '../../core/errors.ts';
import { isRecord } from '../../core/unknown-json.ts';
import type { ModerationEngine } from '../../engines/moderation/port.ts';

/** What upstreams read in one text, with room for scripts that take many tokens. */
const MAX_TEXT = 8_000;
const TEXTS_AT_ONCE = 32;
/** More is not moderated: the call counts as one that could not be. */
const MAX_CHARACTERS = 2 * 1024 * 1024;
const PATIENCE_MS = 15_000;

export function moderatorOf(engines: readonly ModerationEngine[]) {
  return async ({
    model,
    texts,
    signal,
  }: {
    model?: string | undefined;
    texts: readonly string[];
    signal: AbortSignal;
  }) => {
    const offers = engines.flatMap((engine) => engine.models().map((id) => ({ engine, id })));
    const chosen = model === undefined ? offers[0] : offers.find(({ id }) => id === model);
    if (!chosen) throw new ServiceError('not_implemented', 'The model for moderation is not connected.');
    const pieces = piecesOf(texts);
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const flagged = new Set<string>();
    for (let at = 0; at < pieces.length; at += TEXTS_AT_ONCE) {
      const input = pieces.slice(at, at + TEXTS_AT_ONCE);
      const reply = await chosen.engine.moderate({ model: chosen.id, input }, patience);
      for (const category of categoriesOf(reply, input.length)) flagged.add(category);
    }
    return [...flagged];
  };
}

/** Short texts together, long ones in parts. */
function piecesOf(texts: readonly string[]): string[] {
  const whole = texts.join('\n');
  if (whole.length > MAX_CHARACTERS)
    throw new ServiceError('payload_too_large', 'The text is too long for moderation.');
  const pieces: string[] = [];
  for (let at = 0; at < whole.length; at += MAX_TEXT) pieces.push(whole.slice(at, at + MAX_TEXT));
  return pieces;
}

function categoriesOf({ results }: Record<string, unknown>, asked: number): string[] {
  if (!Array.isArray(results) || results.length !== asked)
    throw new ServiceError('engine_failed', 'The model did not moderate every text.');
  return results.filter(isRecord).flatMap(({ flagged, categories }) => {
    if (flagged !== true) return [];
    const named = isRecord(categories) ? Object.keys(categories).filter((name) => categories[name] === true) : [];
    return named.length > 0 ? named.map((name) => name.slice(0, 40)) : ['flagged'];
  });
}
