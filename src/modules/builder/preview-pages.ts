// Serves applications at /preview/{id}/…, /share/{token}/… and /app/{address}/…: in the browser's sandbox, or at a separate origin.
import { parseBounded } from '../../core/bounded-json.ts';
import { ServiceError } from '../../core/errors.ts';
import { randomToken } from '../../core/ids.ts';
import { pageLanguage } from '../../core/page-language.ts';
import type { PreviewAnswer } from '../../engines/preview/port.ts';
import { answerHtml, type Page, type PageAnswer, page, redirect, type Visit, wantsPage } from '../../http/page.ts';
import type { ProjectRow } from '../../store/projects.ts';
import { STORAGE_LIMIT_BYTES } from './imported-data.ts';
import type { Addresses } from './present.ts';
import { blankPageNotice, errorPagePolicy, type FailedPreview, previewErrorPage } from './preview-error-page.ts';
import { headersForApp, headersForVisitor } from './preview-headers.ts';
import type { PreviewHost, ShownProject } from './preview-host.ts';
import { addToPage, previewScript } from './preview-script.ts';

const TOKEN = /^[0-9a-z]{26}$/;
const PAGE_LIMIT = 8 * 1024 * 1024;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const BODY_LIMIT = 1024 * 1024;

/** How a project is shown: its owner's preview, a share link, or its published address. */
interface Showcase {
  folder: 'preview' | 'share' | 'app';
  id: RegExp;
  find(host: PreviewHost, id: string): Promise<ShownProject>;
  /** Shares and published pages always have an opaque origin, also at the preview origin: no app sees another's storage. */
  isAlwaysSandboxed: boolean;
  readsStorage: boolean;
  keepsStorage: boolean;
}

const SHOWCASES: readonly Showcase[] = [
  {
    folder: 'preview',
    id: TOKEN,
    find: (host, id) => host.project(id),
    isAlwaysSandboxed: false,
    readsStorage: true,
    keepsStorage: true,
  },
  {
    folder: 'share',
    id: TOKEN,
    find: (host, id) => host.sharedProject(id),
    isAlwaysSandboxed: true,
    readsStorage: true,
    keepsStorage: false,
  },
  {
    folder: 'app',
    id: /^[a-z0-9-]{3,50}$/,
    find: (host, id) => host.publishedProject(id),
    isAlwaysSandboxed: true,
    readsStorage: false,
    keepsStorage: false,
  },
];

export interface PreviewAddresses extends Addresses {
  serviceName: string;
}

export function previewPages(host: PreviewHost, addresses: PreviewAddresses): Page[] {
  return SHOWCASES.flatMap((showcase) => {
    const run = (visit: Visit) => serveShowcase({ host, addresses, showcase }, visit);
    return [`/${showcase.folder}/:id`, `/${showcase.folder}/:id/*`].map((path) =>
      page(METHODS, path, { run, bodyLimitBytes: BODY_LIMIT }),
    );
  });
}

interface Stage {
  host: PreviewHost;
  addresses: PreviewAddresses;
  showcase: Showcase;
}

async function serveShowcase({ host, addresses, showcase }: Stage, visit: Visit): Promise<PageAnswer> {
  const id = visit.params.id ?? '';
  if (!showcase.id.test(id)) throw new ServiceError('not_found', 'There is no such preview.');
  const base = `/${showcase.folder}/${id}/`;
  const isAtOrigin = addresses.previewOrigin !== null && new URL(addresses.previewOrigin).host === visit.headers.host;
  // If previews have their own origin, they are never served on the service's.
  if (addresses.previewOrigin && !isAtOrigin) return redirect(`${addresses.previewOrigin}${visit.url}`);
  if (!visit.url.startsWith(base)) return redirect(base);
  const isOwnOrigin = isAtOrigin && !showcase.isAlwaysSandboxed;
  const headers = headersOf(addresses, { base, isOwnOrigin, isStrict: showcase.isAlwaysSandboxed });
  if (visit.method === 'OPTIONS') return { status: 204, headers };
  const project = await showcase.find(host, id);
  const path = visit.url.slice(base.length - 1);
  if (path === '/__preview/version')
    return { status: 200, headers: { ...headers, 'content-type': 'text/plain' }, body: markOf(project) };
  if (path === '/__preview/storage') {
    if (!showcase.keepsStorage) throw new ServiceError('access_denied', 'Visitors of this page keep no data here.');
    await keepStorage(host, project, visit);
    return { status: 204, headers };
  }
  const { method, body, signal } = visit;
  const request = {
    method,
    path,
    headers: headersForApp(visit.headers, { base, isOwnOrigin }),
    ...(body ? { body } : {}),
  };
  const place = {
    host,
    project,
    base,
    isOwnOrigin,
    headers,
    showcase,
    failed: failedView(addresses, { project, showcase }, visit),
  };
  try {
    return await present(place, await host.request(project, { base, request }, signal));
  } catch (error) {
    if (!isFailureOfApp(error)) throw error;
    if (wantsPage(visit)) return answerFailure(place, error, addresses);
    throw place.failed.builderUrl ? error : withoutDetails(error);
  }
}

/** Without an origin of its own, the page is sandboxed: it has no cookies, no storage and no session. */
function headersOf(
  addresses: Addresses,
  { base, isOwnOrigin, isStrict }: { base: string; isOwnOrigin: boolean; isStrict: boolean },
): PageAnswer['headers'] {
  const origin = addresses.previewOrigin ?? addresses.publicUrl;
  const own = isStrict ? `${origin}${base}` : `'self' ${origin}`;
  const policy = [
    `default-src ${own} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    ...(isStrict ? [`form-action ${own}`] : []),
    `frame-ancestors 'self' ${addresses.publicUrl}`,
    isStrict ? `base-uri ${own}` : "base-uri 'self'",
    ...(isOwnOrigin ? [] : ['sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads']),
  ];
  return {
    'x-frame-options': null,
    'content-security-policy': policy.join('; '),
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'Content-Type',
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
  };
}

async function keepStorage(host: PreviewHost, project: ProjectRow, { method, body }: Visit): Promise<void> {
  if (method !== 'POST' || !body || body.length > STORAGE_LIMIT_BYTES || !isStorage(body))
    throw new ServiceError(
      'invalid_parameter',
      'The body must be the storage of a preview: a JSON object with text values, sent by POST.',
    );
  await host.keepStorage(project, body);
}

function isStorage(body: Buffer): boolean {
  try {
    const value: unknown = parseBounded(body);
    return (
      typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
    );
  } catch {
    return false;
  }
}

function isFailureOfApp(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code.startsWith('engine_');
}

/** An application's last output may contain anything: its code, its variables, or data of other visitors. */
function withoutDetails(error: ServiceError): ServiceError {
  const { code, retryAfterSeconds } = error;
  return new ServiceError(code, 'This application does not work at the moment. Its owner can see why in the builder.', {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** Error details are shown to anyone with the preview's address, which is as secret as the code. */
function failedView(
  { publicUrl, serviceName }: PreviewAddresses,
  { project, showcase }: { project: ProjectRow; showcase: Showcase },
  visit: Visit,
): FailedPreview {
  const builderUrl = showcase.folder === 'preview' ? `${publicUrl}/play/builder#${project.id}` : null;
  return { language: pageLanguage(visit.headers), serviceName, builderUrl };
}

/** The dashboard may embed it in a frame. */
function answerFailure(place: Place, error: ServiceError, { publicUrl, previewOrigin }: PreviewAddresses): PageAnswer {
  const reloading = {
    nonce: randomToken(),
    markUrl: `${previewOrigin ?? publicUrl}${place.base}__preview/version`,
    mark: markOf(place.project),
  };
  const headers = {
    ...place.headers,
    'content-security-policy': errorPagePolicy(reloading, publicUrl),
    'cache-control': 'no-store',
    vary: 'Accept-Language, Cookie',
  };
  return answerHtml(previewErrorPage(error, place.failed, reloading), { status: error.status, headers });
}

interface Place {
  failed: FailedPreview;
  host: PreviewHost;
  project: ProjectRow;
  base: string;
  isOwnOrigin: boolean;
  headers: PageAnswer['headers'];
  showcase: Showcase;
}

async function present(place: Place, answer: PreviewAnswer): Promise<PageAnswer> {
  const { host, project, base, isOwnOrigin, showcase } = place;
  const headers = { ...headersForVisitor(answer.headers, { base, isOwnOrigin }), ...place.headers };
  const { status } = answer;
  if (!(answer.headers['content-type'] ?? '').startsWith('text/html')) return { status, headers, body: answer.body };
  const hasStorage = !isOwnOrigin && showcase.readsStorage;
  const storage = hasStorage ? ((await host.readStorage(project))?.toString('utf8') ?? null) : null;
  const html = await readWhole(answer.body);
  return { status, headers, body: addToPage(html, scriptFor(place, storage), base) };
}

/** Changes when a page must be reloaded. */
function markOf({ version, variablesRevision }: ProjectRow): string {
  return `${version}-${variablesRevision}`;
}

function scriptFor({ project, showcase, failed }: Place, storage: string | null): string {
  return previewScript({
    version: project.version,
    mark: markOf(project),
    storage,
    keepsStorage: showcase.keepsStorage,
    sendsConsole: showcase.folder === 'preview',
    notice: blankPageNotice(failed),
  });
}

async function readWhole(body: PreviewAnswer['body']): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > PAGE_LIMIT) throw new ServiceError('engine_failed', 'The page of this preview is too large.');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}
