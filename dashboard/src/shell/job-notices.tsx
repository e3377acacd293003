// Reports every job that ended while its page was not visible: a notice with a link, a count in the title, and a
// browser notification if allowed and the page is in the background.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Environment } from '../api/chosen-environment.ts';
import { client, type JobState } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { renew } from '../api/queries.ts';
import { findEndedJobs, type ListedJob, usePolledJobs } from '../api/running-jobs.ts';
import { notificationPermission } from '../parts/notify-button.tsx';
import { takeBack, tellWithLink } from '../parts/toast.tsx';
import { countInTitle } from '../parts/use-title.ts';
import { shell } from '../strings.ts';

const words = shell.notices;
/** If more than this end at once, one notice reports them together. */
const MAX_AT_ONCE = 3;
const MAX_UNSEEN = 99;
const EVERYTHING = '/activity';
const PLACES: Record<string, string> = {
  music: '/play/music',
  video: '/play/video',
  image: '/play/image',
  build: '/play/builder',
};

interface Notice {
  text: string;
  isGood: boolean;
  /** Where such things are made: whoever is there sees it. */
  place: string;
  /** The page of what was made, or else the place. */
  to: string;
}

type Go = (to: string) => void;

let unseen: readonly (Pick<Notice, 'place' | 'to'> & { noteId: number })[] = [];

export function JobNotices() {
  const environment = useEnvironment();
  const jobs = usePolledJobs();
  const path = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const before = useRef<{ environment: Environment; ids: string[] }>(undefined);
  useEffect(() => {
    if (!jobs) return;
    const known = before.current?.environment === environment ? before.current.ids : [];
    const ids = jobs.map(({ id }) => id);
    before.current = { environment, ids };
    const gone = known.filter((id) => !ids.includes(id));
    if (gone.length === 0) return;
    // Who cannot ask hears nothing: the pages themselves say that the service does not answer.
    announce(gone, (to) => void navigate({ to })).catch(() => undefined);
  }, [jobs, environment, navigate]);
  useEffect(() => {
    const look = () => !document.hidden && forget(({ place, to }) => place === path || to === path);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [path]);
  // Live jobs do not exist in the sandbox, and one user's notices must not remain for the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts.
  useEffect(() => () => forget(() => true), [environment]);
  return null;
}

async function announce(ids: readonly string[], go: Go): Promise<void> {
  const ended = await findEndedJobs(ids);
  void renew('GET /jobs', 'GET /payments/balance', 'GET /usage', 'GET /library', 'GET /music/library', 'GET /video');
  // A user who cancelled a job needs no notice.
  const shown = ended.filter((job) => job.status !== 'cancelled' && !isInFront(placeOf(job)));
  if (shown.length > MAX_AT_ONCE)
    return show({ text: words.many(shown.length), isGood: true, place: EVERYTHING, to: EVERYTHING }, go);
  for (const notice of await Promise.all(shown.map(describe))) show(notice, go);
}

function placeOf({ object }: ListedJob): string {
  return PLACES[kindOf(object)] ?? EVERYTHING;
}

function kindOf(object: string): string {
  return object.split('.')[0] ?? '';
}

function isInFront(place: string): boolean {
  return !document.hidden && location.pathname === place;
}

async function describe(job: ListedJob): Promise<Notice> {
  const what = words.kinds[kindOf(job.object)] ?? words.aJob;
  const isGood = job.status === 'completed';
  const text = isGood ? words.done(what) : words.failed(what);
  const place = placeOf(job);
  const itemId = isGood ? await itemOf(job) : '';
  return { text, isGood, place, to: itemId ? `/w/${itemId}` : place };
}

/** What a job made, in the library; empty where it made several things, or none that is kept there. */
async function itemOf({ id, object }: ListedJob): Promise<string> {
  const kind = kindOf(object);
  if (kind === 'music' || kind === 'video') return id;
  if (kind !== 'build' && kind !== 'image') return '';
  const job = (await client()
    .call('GET /jobs/{id}', { params: { id } })
    .catch(() => undefined)) as JobState | undefined;
  if (kind === 'build') return String(job?.project_id ?? '');
  const images = Array.isArray(job?.images) ? (job.images as { url: string }[]) : [];
  return images.length === 1 ? (/\/files\/([0-9a-z]{26})\./.exec(images[0]?.url ?? '')?.[1] ?? '') : '';
}

function show({ text, isGood, place, to }: Notice, go: Go): void {
  const open = () => go(to);
  const link = { label: words.open, href: to, go: open };
  unseen = [...unseen, { place, to, noteId: tellWithLink(text, isGood ? 'good' : 'problem', link) }].slice(-MAX_UNSEEN);
  countInTitle(unseen.length);
  if (document.hidden && notificationPermission() === 'granted') notify(text, open);
}

function notify(text: string, open: () => void): void {
  try {
    const notification = new Notification(text, { icon: '/icon.svg' });
    notification.onclick = () => {
      window.focus();
      open();
      notification.close();
    };
  } catch {
    // On some phones only service workers may notify; the notice and the title remain.
  }
}

function forget(isSeen: (notice: Pick<Notice, 'place' | 'to'>) => boolean): void {
  for (const notice of unseen) if (isSeen(notice)) takeBack(notice.noteId);
  unseen = unseen.filter((notice) => !isSeen(notice));
  countInTitle(unseen.length);
}
