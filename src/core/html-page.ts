// The layout of pages that the server renders itself, such as checkout and errors: the dashboard's colours and type, no
// scripts.
import type { PageLanguage } from './page-language.ts';

/** The colours of `dashboard/src/style.css` (`test/contract/page-look.test.ts`). */
const COLOURS = {
  paper: 'light-dark(#f8f6f2, #151514)',
  surface: 'light-dark(#ffffff, #1e1e1c)',
  sunken: 'light-dark(#f1eee8, #272725)',
  ink: 'light-dark(#1d1c1a, #eeece7)',
  muted: 'light-dark(#625e57, #aaa69d)',
  line: 'light-dark(#e4e0d8, #353431)',
  edge: 'light-dark(#8f897f, #79756d)',
  accent: 'light-dark(#1d6652, #63c4a6)',
  'accent-strong': 'light-dark(#154d3e, #82d6bb)',
  'accent-soft': 'light-dark(#e2f0eb, #1d352e)',
  'on-accent': 'light-dark(#ffffff, #0d2019)',
  danger: 'light-dark(#a8322a, #f19a8e)',
  'danger-soft': 'light-dark(#fbebe8, #3b211e)',
  warn: 'light-dark(#7d5200, #e5b65c)',
};

/** As CSS custom properties, for a page's style. */
export const COLOUR_VARIABLES = Object.entries(COLOURS)
  .map(([name, value]) => `--color-${name}:${value}`)
  .join(';');

/** The dashboard's fonts, at addresses that pages may name in their style (`modules/dashboard/pages.ts`). */
export const FONT_FACES = [
  ['Inter', '100 900', '/fonts/inter.woff2'],
  ['Newsreader', '200 800', '/fonts/newsreader.woff2'],
]
  .map(
    ([family, weights, url]) =>
      `@font-face{font-family:${family};font-weight:${weights};font-display:swap;src:url(${url}) format("woff2")}`,
  )
  .join('\n');

/** The service's sign and name, as in the dashboard. */
export const BRAND_STYLE =
  '.service{display:flex;align-items:center;gap:.6rem;margin:0 0 1rem;font:1.2rem/1.25 Newsreader,ui-serif,Georgia,serif}';

export function brandLine(serviceName: string): string {
  return `<p class="service"><img src="/icon.svg" alt="" width="24" height="24">${escapeHtml(serviceName)}</p>`;
}

const STYLE = `:root{color-scheme:light dark;${COLOUR_VARIABLES}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--color-paper);color:var(--color-ink);font:0.9375rem/1.55 Inter,ui-sans-serif,system-ui,sans-serif}
main{box-sizing:border-box;width:min(26rem,calc(100vw - 2rem));margin:2rem 0;padding:2rem;background:var(--color-surface);border:1px solid var(--color-line);border-radius:1rem;overflow-wrap:anywhere}
h1{font:500 1.5rem/1.25 Newsreader,ui-serif,Georgia,serif;margin:.25rem 0 1rem;text-wrap:balance}
a{color:var(--color-accent)}a:hover{color:var(--color-accent-strong)}
:focus-visible{outline:2px solid var(--color-accent);outline-offset:2px}
${BRAND_STYLE}.note{color:var(--color-muted);font-size:.85rem;margin:1.25rem 0 0}
.price{font-size:2rem;font-weight:600;line-height:1.2;margin:0 0 1.25rem}
.order{margin:0 0 1rem;padding:.75rem 0;border-block:1px solid var(--color-line);font-variant-numeric:tabular-nums}.order div{display:flex;justify-content:space-between;gap:1rem;padding:.15rem 0}.order dt{color:var(--color-muted)}.order dd{margin:0;white-space:nowrap}.order .total{margin-top:.4rem;font-weight:600}.order .total dt{color:inherit}
.terms{margin:0 0 1rem;font-size:.85rem}
label{display:block;margin:.9rem 0 .25rem;font-weight:500}
input{box-sizing:border-box;width:100%;padding:.55rem .7rem;font:inherit;color:inherit;background:var(--color-surface);border:1px solid var(--color-edge);border-radius:.5rem}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
button{width:100%;margin-top:1.5rem;padding:.7rem;font:inherit;font-weight:600;color:var(--color-on-accent);background:var(--color-accent);border:0;border-radius:.5rem;cursor:pointer}
button:hover{background:var(--color-accent-strong)}
button.second{margin-top:.6rem;color:inherit;background:none;border:1px solid var(--color-line)}button.second:hover{background:var(--color-sunken)}
.problem{background:var(--color-danger-soft);color:var(--color-danger);border-radius:.5rem;padding:.6rem .8rem}
main.wide{width:min(48rem,calc(100vw - 2rem))}
.wide img,.wide video{display:block;max-width:100%;max-height:70vh;margin:0 auto;border-radius:.5rem}.wide .cover{max-height:18rem;margin-bottom:1rem}.wide .service img{margin:0}audio{width:100%}
pre{margin:1rem 0 0;padding:.75rem .9rem;max-height:14rem;overflow:auto;background:var(--color-sunken);border-radius:.5rem;font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}
nav{display:flex;flex-wrap:wrap;gap:1.25rem;margin-top:1.25rem}`;

/** Allows what these pages need: inline styles, our fonts and our sign, and forms that may redirect to another site. */
export const HTML_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; form-action *; frame-ancestors 'none'";

export interface HtmlPage {
  language: PageLanguage;
  serviceName: string;
  heading: string;
  /** Inserted as HTML: the caller must escape untrusted text. */
  content: string;
  /** HTML for the `<head>`. */
  head?: string;
  /** For pages that show an image or a video. */
  isWide?: boolean;
  /** Shown where the service's own files are not: on the origin of previews. */
  isElsewhere?: boolean;
}

export function htmlPage(page: HtmlPage): string {
  const { language, serviceName, heading, content, head = '', isWide = false, isElsewhere = false } = page;
  const brand = isElsewhere ? `<p class="service">${escapeHtml(serviceName)}</p>` : brandLine(serviceName);
  const title = escapeHtml(`${heading} · ${serviceName}`);
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${head}<style>
${isElsewhere ? '' : FONT_FACES}${STYLE}
</style></head><body><main${isWide ? ' class="wide"' : ''}>${brand}<h1>${escapeHtml(heading)}</h1>${content}</main></body></html>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
