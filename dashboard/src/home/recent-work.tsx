// What was made last, of every kind, newest first and one click from where it is opened.
import { Link } from '@tanstack/react-router';
import { AppWindow, Clapperboard, Image, type LucideIcon, MessageCircle, Music } from 'lucide-react';
import type { Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { join } from '../parts/class-names.ts';
import { formatAgo } from '../parts/format.ts';
import { smallFile } from '../parts/own-file.ts';
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

const MAX_WORKS = 20;
const MAX_CHATS = 4;
const ICONS: Record<Kind, LucideIcon> = {
  song: Music,
  video: Clapperboard,
  image: Image,
  build: AppWindow,
  chat: MessageCircle,
};

export function RecentWork() {
  const works = useRecentWorks();
  if (works.length === 0) return null;
  return (
    <section aria-labelledby="recent-work" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="recent-work" className="font-serif text-xl">
          {home.recent}
        </h2>
        <Link to="/library" className="text-sm font-medium text-accent hover:text-accent-strong">
          {home.everything}
        </Link>
      </div>
      <ul className="-mx-1.5 grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
        {works.map((work) => (
          <li key={work.id} className="min-w-0">
            <WorkCard work={work} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function useRecentWorks(): Work[] {
  const items = useCall('GET /library', { query: { limit: MAX_WORKS } }).data?.data ?? [];
  const chats = useCall('GET /chat/conversations', { query: { limit: MAX_CHATS } }).data?.data ?? [];
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
  return works.sort((a, b) => Date.parse(b.madeAt) - Date.parse(a.madeAt)).slice(0, MAX_WORKS);
}

function WorkCard({ work }: { work: Work }) {
  const Icon = ICONS[work.kind];
  const at = work.kind === 'chat' ? { to: '/play/chat', hash: work.id } : { to: '/w/$id', params: { id: work.id } };
  const name = work.title || home.workKinds[work.kind];
  return (
    <Link {...at} className="group grid min-w-0 gap-1.5 rounded-xl p-1.5 hover:bg-sunken">
      <span className="relative grid aspect-video place-items-center overflow-hidden rounded-lg bg-sunken text-muted group-hover:bg-line">
        {work.thumbnail ? (
          <img
            src={smallFile(work.thumbnail, 320)}
            alt=""
            loading="lazy"
            decoding="async"
            className={join('absolute inset-0 size-full', work.kind === 'song' ? 'object-contain' : 'object-cover')}
          />
        ) : (
          <Icon aria-hidden className="size-6" />
        )}
      </span>
      <span className="truncate text-sm">{name}</span>
      <span className="text-xs text-muted">
        {[...(work.title ? [home.workKinds[work.kind]] : []), formatAgo(work.madeAt)].join(' · ')}
      </span>
    </Link>
  );
}
