// The documentation's first page: the most common questions, and all pages by section.
import { escapeHtml } from '../../core/html-page.ts';
import type { NavigationGroup } from './layout.ts';
import { SERVICE_NAME } from './site.ts';

interface Question {
  question: string;
  path: string;
}

const CALLING: readonly Question[] = [
  { question: 'Send the first call', path: 'guides/first-calls' },
  { question: 'Stream an answer', path: 'guides/streaming' },
  { question: 'Verify a webhook', path: 'guides/webhooks#verify-a-delivery' },
  { question: 'Retry safely', path: 'guides/retries' },
  { question: 'Pay', path: 'guides/pay' },
];
const OPERATING: readonly Question[] = [
  { question: 'Start the service', path: 'start' },
  { question: 'Connect Ollama', path: 'guides/ollama' },
  { question: 'Run it in production', path: 'guides/production' },
  { question: 'Run on two nodes', path: 'guides/production#run-on-two-nodes-of-different-machines' },
  { question: 'Restore a backup', path: 'guides/backup#restore' },
  { question: 'Sign in without the link', path: 'guides/troubleshooting#i-lost-the-sign-in-link' },
];

/** The groups of pages by reader. */
export interface HomeParts {
  calling: readonly NavigationGroup[];
  operating: readonly NavigationGroup[];
}

export function homePage({ calling, operating }: HomeParts, link: (to: string) => string): string {
  const known = new Set([...calling, ...operating].flatMap(({ links }) => links.map(({ path }) => path)));
  const ask = (questions: readonly Question[]) =>
    questions
      .filter(({ path }) => known.has(path.split('#')[0] ?? ''))
      .map(({ question, path }) => `<li><a href="${link(path)}">${escapeHtml(question)}</a></li>`)
      .join('');
  const list = (groups: readonly NavigationGroup[]) =>
    groups
      .map(({ title, links }) => {
        const items = links.map(({ path, label }) => `<li><a href="${link(path)}">${escapeHtml(label)}</a></li>`);
        return `<section><h3>${escapeHtml(title)}</h3><ul>${items.join('')}</ul></section>`;
      })
      .join('');
  return `<h1>Documentation</h1>
<p class="lead">${SERVICE_NAME} makes text, code, images, music, video and applications from words, behind one HTTP API. Every code block on these pages can be copied and run as it is.</p>
<h2 id="questions">Call the API</h2><ul class="questions">${ask(CALLING)}</ul>
<div class="sections">${list(calling)}</div>
<h2 id="operating">Run the service</h2><ul class="questions">${ask(OPERATING)}</ul>
<div class="sections">${list(operating)}</div>`;
}
