// Reads one text, however long: in pieces, between which the event loop turns.
import { maskText } from './mask.ts';
import type { GuardAction, GuardedKind, GuardRules } from './policy.ts';
import { StreamGuard } from './stream-guard.ts';
import { type Budget, TURN, type Work } from './turns.ts';

export interface Read {
  text: string;
  noted: readonly (readonly [GuardedKind, GuardAction])[];
}

const PIECE = 16 * 1024;
/** Pictures, sounds and signatures: longer texts of these letters only are not read. */
const MIN_OPAQUE = 1024;
const OPAQUE_HEAD = /^data:[\w.+/;=-]{0,200},/;
const OPAQUE_PIECE = /^[A-Za-z0-9+/_-]*={0,2}$/;
/** Such a look is that much faster than reading. */
const LOOKS = 16;
/** What each text costs besides its characters. */
export const EACH = 16;

/** Undefined: nothing was found. */
export function* readText(text: string, rules: GuardRules, budget: Budget): Work<Read | undefined> {
  if (yield* isOpaque(text, budget)) return undefined;
  const noted: [GuardedKind, GuardAction][] = [];
  const note = (...found: [GuardedKind, GuardAction]) => noted.push(found);
  const masked =
    text.length > TURN ? yield* maskLong(text, new StreamGuard(rules, note), budget) : maskText(text, rules, note);
  if (budget.spend(EACH + (text.length > TURN ? 0 : text.length))) yield;
  return noted.length === 0 ? undefined : { text: masked, noted };
}

function* maskLong(text: string, guard: StreamGuard, budget: Budget): Work<string> {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    pieces.push(guard.push(text.slice(at, at + PIECE)));
    if (budget.spend(PIECE)) yield;
  }
  pieces.push(guard.end());
  return pieces.join('');
}

export function* isOpaque(text: string, budget: Budget): Work<boolean> {
  if (text.length < MIN_OPAQUE) return false;
  const start = OPAQUE_HEAD.exec(text.slice(0, 256))?.[0].length ?? 0;
  for (let at = start; at < text.length; at += TURN) {
    if (!OPAQUE_PIECE.test(text.slice(at, at + TURN))) return false;
    if (budget.spend(TURN / LOOKS)) yield;
  }
  return true;
}
