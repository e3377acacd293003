// The latest items of every kind, newest first, each with a link to open it.
import { Link, type LinkProps } from '@tanstack/react-router';
import { AppWindow, Clapperboard, Image, type LucideIcon, MessageCircle, Music } from 'lucide-react';
import type { Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { formatAgo } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { home } from './strings.ts';

type Kind = Item['kind'] | 'chat';
type Item = Reply<'GET /library'>['data'][number];

interface Work {
  id: string;
  kind: Kind;
  title: string;
  madeAt: string;
  thumbnail?: string | null | undefined;
}

const MOST = 8;
const PLACES: Record<Kind, { to: NonNullable<LinkProps['to']>; icon: LucideIcon }> = {
  song: { to: '/play/music', icon: Music },
  video: { to: '/play/video', icon: Clapperboard },
  image: { to: '/library', icon: Image },
  build: { to: '/play/builder', icon: AppWindow },
  chat: { to: '/play/chat', icon: MessageCircle },
};

export function RecentWork() {
  const works = useRecentWorks();
  if (works.length === 0) return null;
  return (
    <Panel title={home.recent} lead={home.recentLead}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {works.map((work) => (
          <li key={work.id} className="min-w-0">
            <WorkCard work={work} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function useRecentWorks(): Work[] {
  const items = useCall('GET /library', { query: { limit: MOST } }).data?.data ?? [];
  const chats = useCall('GET /chat/conversations', { query: { limit: 4 } }).data?.data ?? [];
  const works: Work[] = [
    ...items.map(({ id, kind, title, prompt, created_at: madeAt, thumbnail_url: thumbnail }) => ({
      id,
      kind,
      title: title || prompt,
      madeAt,
      thumbnail,
    })),
    ...chats.map(({ id, title, updated_at: madeAt }) => ({ id, kind: 'chat' as const, title, madeAt })),
  ];
  return works.sort((a, b) => Date.parse(b.madeAt) - Date.parse(a.madeAt)).slice(0, MOST);
}

function WorkCard({ work }: { work: Work }) {
  const { to, icon: Icon } = PLACES[work.kind];
  const name = work.title || home.workKinds[work.kind];
  return (
    <Link
      to={to}
      {...(work.kind === 'image' ? {} : { hash: work.id })}
      className="group grid min-w-0 gap-1.5 rounded-xl p-1.5 hover:bg-sunken"
    >
      <span className="grid aspect-video place-items-center overflow-hidden rounded-lg bg-sunken text-muted group-hover:bg-line">
        {work.thumbnail ? <Thumbnail address={work.thumbnail} /> : <Icon aria-hidden className="size-6" />}
      </span>
      <span className="truncate text-sm">{name}</span>
      <span className="text-xs text-muted">
        {[...(work.title ? [home.workKinds[work.kind]] : []), formatAgo(work.madeAt)].join(' · ')}
      </span>
    </Link>
  );
}

function Thumbnail({ address }: { address: string }) {
  // Files are loaded from the page's own origin, whatever name it was opened under.
  const { pathname } = new URL(address, location.href);
  const source = pathname.startsWith('/files/') ? pathname : address;
  return <img src={source} alt="" loading="lazy" className="size-full object-cover" />;
}
