// The page of a share link: one item in the service's layout, and its file at a URL that expires with the link.
import type { Artifact, ArtifactStore } from '../../artifacts/port.ts';
import { ServiceError } from '../../core/errors.ts';
import { escapeHtml, htmlPage } from '../../core/html-page.ts';
import { pageLanguage } from '../../core/page-language.ts';
import { answerHtml, type Page, type PageAnswer, page, type Visit } from '../../http/page.ts';
import type { Queries } from '../../store/database.ts';
import { findSharedItem, type SharedItem } from '../../store/library-shares.ts';
import { SHARE_WORDS, type ShareWords } from './share-words.ts';

export interface SharePageParts {
  queries: Queries;
  artifacts: ArtifactStore;
  publicUrl: string;
  serviceName: string;
  /** Serves a file with ranges. */
  answerFile(artifact: Artifact, visit: Visit): Promise<PageAnswer>;
}

const TOKEN = /^[0-9a-z]{26}$/;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; media-src 'self'; frame-ancestors 'none'";
const UNLISTED = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

export function sharePages(parts: SharePageParts): Page[] {
  return [
    page(['GET', 'HEAD'], '/s/:token', { run: (visit) => showItem(parts, visit) }),
    page(['GET', 'HEAD'], '/s/:token/file', { run: (visit) => sendFile(parts, visit, 'artifactId') }),
    page(['GET', 'HEAD'], '/s/:token/thumbnail', { run: (visit) => sendFile(parts, visit, 'thumbnailId') }),
  ];
}

async function showItem(parts: SharePageParts, { params, headers }: Visit): Promise<PageAnswer> {
  const token = params.token ?? '';
  const item = await findItem(parts, token);
  const artifact = await parts.artifacts.find(item.artifactId);
  if (!artifact) throw notFound();
  const url = `${parts.publicUrl}/s/${token}`;
  const language = pageLanguage(headers);
  const words = SHARE_WORDS[language];
  const html = htmlPage({
    language,
    serviceName: parts.serviceName,
    heading: headingOf(item, words),
    head: `<meta name="robots" content="noindex, nofollow">${metaTags(item, words, { url, artifact, parts })}`,
    content: contentOf(item, words, { token, artifact }),
    isWide: true,
  });
  return answerHtml(html, {
    headers: { ...UNLISTED, 'content-security-policy': POLICY, 'cache-control': 'private, no-store' },
  });
}

/** Not the file's own URL, which would outlive the link. */
async function sendFile(parts: SharePageParts, visit: Visit, which: 'artifactId' | 'thumbnailId'): Promise<PageAnswer> {
  const { [which]: id } = await findItem(parts, visit.params.token ?? '');
  const artifact = id === null ? undefined : await parts.artifacts.find(id);
  if (!artifact) throw notFound();
  const answer = await parts.answerFile(artifact, visit);
  // Revalidated each time, because the link can be revoked.
  return { ...answer, headers: { ...answer.headers, ...UNLISTED, 'cache-control': 'private, no-cache' } };
}

async function findItem(parts: SharePageParts, token: string): Promise<SharedItem> {
  const item = TOKEN.test(token) ? await findSharedItem(parts.queries, token) : undefined;
  if (!item) throw notFound();
  return item;
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'This link does not exist. It may have expired or been revoked.');
}

function headingOf({ title, kind }: SharedItem, words: ShareWords): string {
  return title || words.names[kind] || words.file;
}

/** The preview that chat programs show for a link. */
function metaTags(
  item: SharedItem,
  words: ShareWords,
  { url, artifact, parts }: { url: string; artifact: Artifact; parts: SharePageParts },
): string {
  const isImage = item.kind === 'image';
  const picture = isImage ? `${url}/file` : item.thumbnailId && `${url}/thumbnail`;
  const media = { song: 'audio', video: 'video' }[item.kind];
  const tags: [string, string][] = [
    ['og:title', headingOf(item, words)],
    ['og:site_name', parts.serviceName],
    ['og:description', words.madeWith(words.names[item.kind] ?? words.file, parts.serviceName)],
    ['og:type', item.kind === 'video' ? 'video.other' : item.kind === 'song' ? 'music.song' : 'website'],
    ['og:url', url],
    ...(picture ? ([['og:image', picture]] as [string, string][]) : []),
    ...(media
      ? ([
          [`og:${media}`, `${url}/file`],
          [`og:${media}:type`, artifact.contentType],
        ] as [string, string][])
      : []),
    ['twitter:card', picture ? 'summary_large_image' : 'summary'],
  ];
  return tags
    .map(([name, value]) => {
      const key = name.startsWith('og:') ? 'property' : 'name';
      return `<meta ${key}="${name}" content="${escapeHtml(value)}">`;
    })
    .join('');
}

function contentOf(
  item: SharedItem,
  words: ShareWords,
  { token, artifact }: { token: string; artifact: Artifact },
): string {
  const file = `/s/${token}/file`;
  const name = escapeHtml(headingOf(item, words));
  const picture = item.thumbnailId ? `/s/${token}/thumbnail` : null;
  const shown = {
    image: `<img src="${file}" alt="${name}">`,
    video: `<video controls preload="metadata" src="${file}"${picture ? ` poster="${picture}"` : ''} aria-label="${name}"></video>`,
  }[item.kind];
  const cover = picture ? `<img class="cover" src="${picture}" alt="">` : '';
  const sound = `${cover}<audio controls preload="metadata" src="${file}" aria-label="${name}"></audio>`;
  const until = item.expiresAt.toISOString().slice(0, 16).replace('T', ' ');
  return `${shown ?? sound}<nav><a href="${file}?download">${words.download(sizeOf(artifact.bytes))}</a></nav>
<p class="note">${words.worksUntil(until)}</p>`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
