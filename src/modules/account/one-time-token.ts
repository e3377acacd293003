// Tokens of one-time links: random, stored as a hash, valid once and for a limited time.
import { createHash } from 'node:crypto';
import { randomToken } from '../../core/ids.ts';
import type { Queries } from '../../store/database.ts';
import { dropOldTokens, putSetting, readSetting, takeSetting } from '../../store/settings.ts';

export type TokenKind = 'welcome' | 'email-change' | 'invite';

/** The purpose of a link; each kind uses the fields it needs. */
export interface TokenMeaning {
  accountId?: string;
  userId?: string;
  email?: string;
}

declare module '../../store/json-columns.ts' {
  interface JsonColumns {
    'settings.value': TokenMeaning & { goodUntilMs: number };
  }
}

export async function makeToken(
  queries: Queries,
  meaning: TokenMeaning,
  { kind, goodForMs }: { kind: TokenKind; goodForMs: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomToken();
  const goodUntilMs = Date.now() + goodForMs;
  await dropOldTokens(queries, `${kind}:`);
  await putSetting(queries, nameOf(kind, token), { ...meaning, goodUntilMs });
  return { token, expiresAt: new Date(goodUntilMs) };
}

/** Uses the token up and returns its data; undefined if it was used, has expired or never existed. Of two concurrent calls, one gets it. */
export async function takeToken(queries: Queries, kind: TokenKind, token: string): Promise<TokenMeaning | undefined> {
  return unlessExpired(await takeSetting(queries, nameOf(kind, token)));
}

/** Reads the token's data without using it up. */
export async function readToken(queries: Queries, kind: TokenKind, token: string): Promise<TokenMeaning | undefined> {
  return unlessExpired(await readSetting(queries, nameOf(kind, token)));
}

function unlessExpired(found: (TokenMeaning & { goodUntilMs: number }) | undefined): TokenMeaning | undefined {
  return found && found.goodUntilMs > Date.now() ? found : undefined;
}

function nameOf(kind: TokenKind, token: string): string {
  return `${kind}:${createHash('sha256').update(token).digest('hex')}`;
}
