// What a reader sees of an HTML page, without its tags, styles and scripts; in one pass, because pages come from anybody.

const HIDDEN = /^(script|style|noscript|template|svg|head)$/;
const LINES = /^(p|div|br|hr|li|ul|ol|tr|table|h[1-6]|section|article|header|footer|blockquote|pre|title|dt|dd)$/;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const MAX_NAME = 12;

export function readHtml(html: string): string {
  const seen: string[] = [];
  let at = 0;
  for (;;) {
    const start = html.indexOf('<', at);
    if (start < 0) break;
    seen.push(html.slice(at, start));
    if (html.startsWith('<!--', start)) {
      at = after(html, '-->', start);
      continue;
    }
    const name = nameAt(html, start + 1);
    // A sign "less than" that begins no tag.
    if (name === undefined) {
      seen.push('<');
      at = start + 1;
      continue;
    }
    at = after(html, '>', start);
    if (LINES.test(name)) seen.push('\n');
    if (HIDDEN.test(name) && html[start + 1] !== '/') at = endOf(html, name, at);
  }
  seen.push(html.slice(at));
  return decode(seen.join(''))
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n');
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

function nameAt(html: string, from: number): string | undefined {
  const found = /^[/!?]?([a-z][a-z0-9]*)?/i.exec(html.slice(from, from + MAX_NAME));
  if (!found || found[0] === '') return undefined;
  return (found[1] ?? '').toLowerCase();
}

/** After the end tag of a hidden element; the rest of the page if it has none. */
function endOf(html: string, name: string, from: number): number {
  const end = `</${name}`;
  for (let at = from; ; at += 1) {
    at = html.indexOf('</', at);
    if (at < 0) return html.length;
    if (html.slice(at, at + end.length).toLowerCase() === end) return after(html, '>', at);
  }
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
