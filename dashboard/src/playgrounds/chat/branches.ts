// The alternatives in a conversation, message by message: branches share messages up to where they diverge.
import type { Reply } from '../../api/client.ts';

export type Branch = Pick<
  Reply<'GET /chat/conversations/{id}/branches'>['data'][number],
  'id' | 'parent_id' | 'branched_at' | 'messages_count' | 'updated_at'
>;

export interface Alternatives {
  /** One conversation for each alternative, in the order in which they were created. */
  ids: readonly string[];
  /** Which of them is open. */
  at: number;
}

/**
 * For each message of the open conversation that has alternatives, those alternatives. The page knows best how many
 * messages it shows.
 */
export function alternativesOf(
  known: readonly Branch[],
  openId: string,
  shownCount: number,
): ReadonlyMap<number, Alternatives> {
  const family = known.map((branch) => (branch.id === openId ? { ...branch, messages_count: shownCount } : branch));
  const byId = new Map(family.map((branch) => [branch.id, branch]));
  const open = byId.get(openId);
  const found = new Map<number, Alternatives>();
  if (!open) return found;
  for (const position of new Set(family.flatMap(({ parent_id, branched_at }) => (parent_id ? [branched_at] : [])))) {
    if (position >= open.messages_count) continue;
    const before = writerOf(byId, openId, position - 1);
    const ways = new Map<string, Branch>();
    for (const branch of family) {
      if (branch.messages_count <= position || writerOf(byId, branch.id, position - 1) !== before) continue;
      const writer = writerOf(byId, branch.id, position);
      const other = ways.get(writer);
      // Of the conversations with this alternative, the most recently used; the open one is always itself.
      if (branch.id === openId || (other?.id !== openId && (!other || branch.updated_at > other.updated_at)))
        ways.set(writer, branch);
    }
    const ids = [...ways.values()].map(({ id }) => id);
    if (ids.length > 1) found.set(position, { ids, at: ids.indexOf(openId) });
  }
  return found;
}

/** The conversation that first contained this message. */
function writerOf(byId: ReadonlyMap<string, Branch>, id: string, position: number): string {
  if (position < 0) return '';
  const branch = byId.get(id);
  if (!branch?.parent_id || position >= branch.branched_at || !byId.has(branch.parent_id)) return id;
  return writerOf(byId, branch.parent_id, position);
}
