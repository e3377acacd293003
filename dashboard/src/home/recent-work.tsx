// What was made last, of every kind, newest first and one click from where it is opened.
import { Link, type LinkProps } from '@tanstack/react-router';
import { AppWindow, Clapperboard, Image, type LucideIcon, MessageCircle, Music } from 'lucide-react';
import type { JobState } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { formatAgo } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { home } from './strings.ts';

type Kind = 'music' | 'video' | 'image' | 'build' | 'chat';

interface Work {
  id: string;
  kind: Kind;
  title: string;
  madeAt: string;
  thumbnail?: string | null | undefined;
}

const MOST = 8;
const OF_EACH = { query: { limit: 4 } };
const PLACES: Record<Kind, { to: NonNullable<LinkProps['to']>; icon: LucideIcon }> = {
  music: { to: '/play/music', icon: Music },
  video: { to: '/play/video', icon: Clapperboard },
  image: { to: '/play/image', icon: Image },
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
  const songs = useCall('GET /music/library', OF_EACH).data?.data ?? [];
  const films = useCall('GET /video', { query: { limit: 4, status: 'completed' } }).data?.data ?? [];
  const images = useCall('GET /jobs', { query: { limit: 4, status: 'completed', service: 'image' } }).data?.data ?? [];
  const projects = useCall('GET /builder/projects', OF_EACH).data?.data ?? [];
  const chats = useCall('GET /chat/conversations', OF_EACH).data?.data ?? [];
  const works: Work[] = [
    ...songs.map(({ id, title = '', created_at: madeAt, cover_url: thumbnail }) => ({
      id,
      kind: 'music' as const,
      title,
      madeAt,
      thumbnail,
    })),
    ...films.map(({ id, prompt: title = '', created_at: madeAt, thumbnail_url: thumbnail }) => ({
      id,
      kind: 'video' as const,
      title,
      madeAt,
      thumbnail,
    })),
    ...images.map(({ id, created_at: madeAt }) => ({ id, kind: 'image' as const, title: '', madeAt })),
    ...projects.map(({ id, name: title, updated_at: madeAt }) => ({ id, kind: 'build' as const, title, madeAt })),
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
        {work.kind === 'image' ? (
          <MadeImage jobId={work.id} />
        ) : work.thumbnail ? (
          <Thumbnail address={work.thumbnail} />
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

/** The list of jobs does not say what they made. */
function MadeImage({ jobId }: { jobId: string }) {
  const job = useCall('GET /jobs/{id}', { params: { id: jobId } }).data as JobState | undefined;
  const [first] = Array.isArray(job?.images) ? (job.images as { url?: string }[]) : [];
  return first?.url ? <Thumbnail address={first.url} /> : <Image aria-hidden className="size-6" />;
}

function Thumbnail({ address }: { address: string }) {
  // Files are taken from the page's own origin, under whatever name it was opened.
  const { pathname } = new URL(address, location.href);
  const source = pathname.startsWith('/files/') ? pathname : address;
  return <img src={source} alt="" loading="lazy" className="size-full object-cover" />;
}
