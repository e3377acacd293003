// The palette's results for the typed text: pages, conversations, items and documentation; without text, the newest.
import { useEffect, useState } from 'react';
import { useCall } from '../api/queries.ts';
import { shell } from '../strings.ts';
import { useDocs } from './docs-index.ts';
import { palette as words } from './palette-strings.ts';
import { listPages } from './sections.ts';

export interface Find {
  /** Also its element's id. */
  key: string;
  title: string;
  detail?: string;
  /** A page of the dashboard, or a URL of the service. */
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

/** `isSettled`: the results belong to the current text. */
export function useFinds(typed: string): { groups: FindGroup[]; isSettled: boolean } {
  const text = typed.trim();
  const settled = useSettled(text);
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const account = useCall('GET /account').data;
  // A member with the billing role may not see what the account makes.
  const maySee = { enabled: account !== undefined && account.member?.role !== 'billing' };
  const pages = listFinds(account?.is_owner ?? false).filter(({ title }) =>
    wanted.every((word) => title.toLowerCase().includes(word)),
  );
  const query = { query: { limit: OF_EACH, ...(settled ? { q: settled } : {}) } };
  const chats = useCall('GET /chat/conversations', query, maySee);
  const items = useCall('GET /library', query, maySee);
  const docs = useDocs(wanted, OF_EACH);
  // A quick Enter would otherwise open a result of an earlier text.
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
    ...pagesOf(isOwner).map(({ to, label }) => ({ key: `palette-page-${to}`, title: label, to })),
    { key: 'palette-page-account', title: shell.accountSettings, to: '/account' },
    { key: 'palette-page-docs', title: shell.pages.reference, href: '/docs' },
  ];
}

/** The account's page has a longer name here, where no section stands above it. */
function pagesOf(isOwner: boolean) {
  return listPages(isOwner).filter(({ to }) => to !== '/account');
}

function findOfChat({ id, title }: { id: string; title: string }): Find {
  return { key: `palette-chat-${id}`, title: title || words.untitled, to: '/play/chat', hash: id };
}

function findOfItem(item: { id: string; kind: string; title: string | null; prompt: string | null }): Find {
  const { id, kind, title, prompt } = item;
  const name = words.names[kind] ?? kind;
  return { key: `palette-item-${id}`, title: title || prompt || name, detail: name, to: `/w/${id}` };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
