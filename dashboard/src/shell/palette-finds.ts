// What the palette offers for what was typed: pages, conversations, work and documentation; without words, the newest.
import { useEffect, useState } from 'react';
import { useCall } from '../api/queries.ts';
import { shell } from '../strings.ts';
import { useDocs } from './docs-index.ts';
import { listPages } from './navigation.tsx';
import { palette as words } from './palette-strings.ts';

export interface Find {
  /** Also the id of its element. */
  key: string;
  title: string;
  detail?: string;
  /** A page of the dashboard, or else an address of the service. */
  to?: string;
  hash?: string;
  q?: string;
  href?: string;
}

export interface FindGroup {
  title: string;
  finds: Find[];
}

const OF_EACH = 5;
const SETTLED_MS = 150;
const PLACES: Record<string, string> = { song: '/play/music', video: '/play/video', build: '/play/builder' };

/** `isSettled`: what is shown belongs to what was typed. */
export function useFinds(typed: string): { groups: FindGroup[]; isSettled: boolean } {
  const text = typed.trim();
  const settled = useSettled(text);
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const account = useCall('GET /account').data;
  // Who only pays may not see what is made.
  const maySee = { enabled: account !== undefined && account.member?.role !== 'billing' };
  const pages = listFinds(account?.is_owner ?? false).filter(({ title }) =>
    wanted.every((word) => title.toLowerCase().includes(word)),
  );
  const query = { query: { limit: OF_EACH, ...(settled ? { q: settled } : {}) } };
  const chats = useCall('GET /chat/conversations', query, maySee);
  const items = useCall('GET /library', query, maySee);
  const docs = useDocs(wanted, OF_EACH);
  // Results of words that have changed since would be opened by a quick Enter.
  const isCurrent = settled === text;
  const groups: FindGroup[] = [
    { title: words.groups.pages, finds: pages },
    { title: words.groups.conversations, finds: isCurrent ? (chats.data?.data ?? []).map(findOfChat) : [] },
    { title: words.groups.work, finds: isCurrent ? (items.data?.data ?? []).map(findOfItem) : [] },
    {
      title: words.groups.docs,
      finds: docs.map(({ title, page, href }, at) => ({
        key: `palette-docs-${at}-${href}`,
        title,
        ...(page === title ? {} : { detail: page }),
        href,
      })),
    },
  ];
  return {
    groups: groups.filter(({ finds }) => finds.length > 0),
    isSettled: isCurrent && !chats.isLoading && !items.isLoading,
  };
}

function listFinds(isOwner: boolean): Find[] {
  return [
    ...listPages(isOwner).map(({ to, label }) => ({ key: `palette-page-${to}`, title: label, to })),
    { key: 'palette-page-account', title: shell.accountSettings, to: '/account' },
    { key: 'palette-page-docs', title: shell.pages.reference, href: '/docs' },
  ];
}

function findOfChat({ id, title }: { id: string; title: string }): Find {
  return { key: `palette-chat-${id}`, title: title || words.untitled, to: '/play/chat', hash: id };
}

function findOfItem(item: { id: string; kind: string; title: string | null; prompt: string | null }): Find {
  const { id, kind, title, prompt } = item;
  const name = words.names[kind] ?? kind;
  const place = PLACES[kind];
  // A picture has no page of its own: the library shows it.
  const where = place ? { to: place, hash: id } : { to: '/library', q: (prompt ?? '').slice(0, 200) };
  return { key: `palette-item-${id}`, title: title || prompt || name, detail: name, ...where };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
