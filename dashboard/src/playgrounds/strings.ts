// Texts that all playgrounds share; each playground's own texts are beside it.
import { inLanguage, locale } from '../words.ts';

export const playground = inLanguage('playground', {
  buyCredits: 'Buy credits',
  outOfCredits: 'There are not enough credits for this.',
  notReady: 'The engine for this is not ready yet.',
  pulling: 'These models are being downloaded. The page continues when they are ready.',
  pulled: (id: string, percent: number) => `${id}: ${percent} %`,
  waiting: (id: string) => `${id}: waiting to be downloaded`,
  nothingPulled: 'No model is being downloaded right now. The operator can pull one or connect an upstream.',
  whatIsThere: 'See the available models',
  model: 'Model',
  defaultModel: 'Chosen by the service',
  modelOnItsWay: (id: string, percent: number) => `${id} (being fetched, ${percent} %)`,
  modelMissing: (id: string) => `${id} (not here)`,
  more: 'More settings',
  otherJobs: (count: number) =>
    count === 1
      ? 'One more is being made. It appears in the list.'
      : `${count} more are being made. They appear in the list.`,
  seeAllJobs: 'All that runs',
  cancel: 'Cancel',
  cancelled: (credits: string | null) =>
    credits
      ? `Cancelled. ${credits} credits were charged for what was done by then.`
      : 'Cancelled. Nothing was charged.',
  queued: (position: number) => `Waiting in the queue, place ${position}`,
  starting: 'Starting',
  timeLeft: (words: string) => `about ${words} left`,
  progressOf: (what: string) => `Progress of ${what}`,
  download: 'Download',
  remove: 'Delete',
  open: 'Open',
  search: 'Search',
  showMore: 'Show more',
  credits: (count: number) => `${formatCount(count)} ${count === 1 ? 'credit' : 'credits'}`,
  costs: (credits: string) => `Costs ${credits}.`,
  seed: 'Seed',
  seedHint: 'The same seed with the same fields gives the same result. Empty: a new one each time.',
  codeOf: (language: string) => `Code in ${language || 'plain text'}`,
  editorHint: 'Tab indents. Press Escape, then Tab, to leave the editor.',
  lineProblem: (line: number, message: string) => `Line ${line}: ${message}`,
  diffOf: (path: string) => `Changes in ${path}`,
  unchanged: 'Nothing changed.',
  linesAdded: (count: number) => `${count} added`,
  linesRemoved: (count: number) => `${count} removed`,
  warnings: 'Good to know',
  understood: 'How your prompt was understood',
});

/** Choosing an image to edit. */
export const pictureWords = inLanguage('pictureWords', {
  source: 'Image',
  noSource: 'Choose a file, drop one here, or take a recent image.',
  upload: 'Choose a file',
  change: 'Another image',
  without: 'Without an image',
  uploadHint: 'PNG, JPEG, WebP or GIF, at most 20 MB.',
  uploading: 'The image is being uploaded',
  recent: 'Recent images',
  recentPicture: (at: number) => `Use recent image ${at}`,
  sizeOf: (width: number, height: number) => `${width} × ${height}`,
});

/** Choosing a voice. */
export const voiceWords = inLanguage('voiceWords', {
  label: (name: string, gender: string, accent: string) => `${name} (${gender}, ${accent})`,
  listen: (name: string) => `Listen to ${name}`,
  stop: 'Stop',
  silent: (name: string) => `${name} is not available yet: the voices are still being downloaded.`,
});

function formatCount(count: number): string {
  return count.toLocaleString(locale(), { maximumFractionDigits: count < 1 ? 4 : 2 });
}

export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** In a player's format: 1:05. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function formatWhen(iso: string): string {
  return new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
}
