// The frame in which the code page shows HTML that a model wrote: an origin of its own, without network, cookies or pages around it.
import { answerHtml, type Page, page } from '../../http/page.ts';

const POLICY = [
  // As the frame's attribute, so that the page is as harmless when it is opened by itself.
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The page around it sends the HTML: whoever opens the frame by itself sees nothing. */
const HTML = `<!doctype html><meta charset="utf-8"><script>
addEventListener('message', ({ source, data }) => {
  if (source !== parent || source === window || typeof data !== 'string') return;
  document.open();
  document.write(data);
  document.close();
}, { once: true });
if (parent !== window) parent.postMessage('ready', '*');
</script>`;

export function htmlFramePage(): Page {
  const headers = { 'content-security-policy': POLICY, 'cache-control': 'no-cache' };
  return page(['GET', 'HEAD'], '/html-frame', { run: async () => answerHtml(HTML, { headers }) });
}
