// The link in the terminal that signs the owner in: good once, for a day; only its hash is kept.
import { createHash } from 'node:crypto';
import { randomToken } from '../../core/ids.ts';
import type { Queries } from '../../store/database.ts';
import { putSetting, takeSetting } from '../../store/settings.ts';

const GOOD_FOR_MS = 24 * 3600 * 1000;

export async function makeWelcomeToken(queries: Queries, email: string): Promise<string> {
  const token = randomToken();
  await putSetting(queries, nameOf(token), { email, goodUntilMs: Date.now() + GOOD_FOR_MS });
  return token;
}

/** The address it was made for; undefined when it was used, is too old or never was. */
export async function takeWelcomeToken(queries: Queries, token: string): Promise<string | undefined> {
  const found = await takeSetting<{ email: string; goodUntilMs: number }>(queries, nameOf(token));
  return found && found.goodUntilMs > Date.now() ? found.email : undefined;
}

function nameOf(token: string): string {
  return `welcome:${createHash('sha256').update(token).digest('hex')}`;
}
