// One item of the library as the API shows it.
import type { Reply } from '../api/client.ts';

export type Item = Reply<'GET /library'>['data'][number];
