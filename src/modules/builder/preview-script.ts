// The script added to every previewed page: reloads on a new version, provides storage inside the sandbox, and sends
// console output to the dashboard.
export interface ScriptOptions {
  version: number;
  /** The service's answer while this page is current. */
  mark: string;
  /** Stored data, as JSON. */
  storage: string | null;
  keepsStorage: boolean;
  /** Whether the surrounding page, the dashboard, receives the console output. */
  sendsConsole: boolean;
  /** HTML shown when an error left the page empty. */
  notice: string;
}

export function previewScript({ version, mark, storage, keepsStorage, sendsConsole, notice }: ScriptOptions): string {
  const kept = (storage ?? '{}').replaceAll('<', '\\u003c');
  return `<script data-version="${version}">(() => {${sendsConsole ? CONSOLE : ''}${noticeScript(notice)}
  const at = (name) => new URL('__preview/' + name, document.baseURI);
  let isDenied = false;
  try { void window.localStorage; } catch { isDenied = true; }
  if (isDenied) {
    const kept = new Map(Object.entries(${kept}));
    let timer;
    let savedMs = 0;
    // The first change is saved at once, so that it survives leaving the page; later ones at most every 150 ms.
    const save = () => { if (!${keepsStorage}) return; timer ??= setTimeout(() => { timer = undefined; savedMs = Date.now(); fetch(at('storage'), { method: 'POST', mode: 'no-cors', body: JSON.stringify(Object.fromEntries(kept)) }); }, Math.max(0, savedMs + 150 - Date.now())); };
    const storage = { getItem: (key) => kept.get(String(key)) ?? null, setItem: (key, value) => { kept.set(String(key), String(value)); save(); }, removeItem: (key) => { kept.delete(String(key)); save(); }, clear: () => { kept.clear(); save(); }, key: (index) => [...kept.keys()][index] ?? null, get length() { return kept.size; } };
    Object.defineProperty(window, 'localStorage', { value: storage, configurable: true });
    Object.defineProperty(window, 'sessionStorage', { value: { ...storage, setItem() {}, removeItem() {}, clear() {}, getItem: () => null }, configurable: true });
  }
  setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(at('version')).catch(() => null);
    if (answer?.ok && (await answer.text()) !== '${mark}') location.reload();
  }, 3000);
})();</script>`;
}

/** Sends the console output to the surrounding frame: at most 100 lines a second, 2,000 characters each. */
const CONSOLE = `
  if (parent !== window) {
    let left = 100;
    setInterval(() => { left = 100; }, 1000);
    const words = (value) => { try { return typeof value === 'string' ? value : value instanceof Error ? String(value.stack ?? value) : JSON.stringify(value) ?? String(value); } catch { return String(value); } };
    const tell = (level, parts) => { if (left-- > 0) parent.postMessage({ kind: 'preview-console', level, text: parts.map(words).join(' ').slice(0, 2000) }, '*'); };
    for (const level of ['log', 'info', 'warn', 'error', 'debug']) { const own = console[level].bind(console); console[level] = (...parts) => { own(...parts); tell(level, parts); }; }
    addEventListener('error', (event) => tell('error', [event.message + ' (' + (event.filename || '').split('/').pop() + ':' + event.lineno + ')']));
    addEventListener('unhandledrejection', (event) => tell('error', ['Unhandled rejection:', event.reason]));
    tell('info', ['Loaded version ' + document.currentScript?.dataset.version]);
  }`;

/** Covers a page that an error left empty, until the application draws something. */
function noticeScript(notice: string): string {
  return `
  let fault = '';
  let cover = null;
  const DRAWN = 'img, svg, canvas, video, audio, iframe, input, textarea, select, button';
  const isEmpty = () => document.body && !document.body.innerText.trim() && !document.body.querySelector(DRAWN);
  const look = () => {
    const empty = isEmpty();
    if (cover && !empty) { cover.remove(); cover = null; }
    if (cover || !empty) return;
    cover = document.createElement('div');
    const root = cover.attachShadow({ mode: 'open' });
    root.innerHTML = ${JSON.stringify(notice).replaceAll('<', '\\u003c')};
    const message = root.querySelector('pre');
    if (message) message.textContent = fault;
    document.body.append(cover);
  };
  // Later, because an application may recover from its error by itself.
  const note = (text) => { if (!fault) setInterval(look, 500); fault ||= String(text).slice(0, 2000) || 'Error'; };
  addEventListener('error', (event) => { if (event.message) note(event.message + (event.filename ? ' (' + event.filename.split('/').pop() + ':' + event.lineno + ')' : '')); });
  addEventListener('unhandledrejection', (event) => note(event.reason?.stack ?? event.reason));`;
}

/** Inserts the script first in the head, before the app's own code; adds a base element if there is none. */
export function addToPage(html: string, script: string, base: string): string {
  const start = /<base\b/i.test(html) ? script : `<base href="${base}">${script}`;
  const withBase = /<base\b[^>]*>/i.exec(html);
  if (withBase)
    return html.slice(0, withBase.index + withBase[0].length) + start + html.slice(withBase.index + withBase[0].length);
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + start) : start + html;
}
