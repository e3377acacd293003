// One item of the library as the API shows it.
import type { Reply } from '../api/client.ts';
import { library as words } from './strings.ts';

export type Item = Reply<'GET /library'>['data'][number];

export function nameOf({ title, prompt, kind }: Item): string {
  return title || prompt || (words.names[kind] ?? kind);
}
