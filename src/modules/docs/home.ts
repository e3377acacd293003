// The documentation's first page: the most common questions, and all pages by section.
import { escapeHtml } from '../../core/html-page.ts';
import type { NavigationGroup } from './layout.ts';
import { SERVICE_NAME } from './site.ts';

const QUESTIONS: readonly { question: string; path: string }[] = [
  { question: 'Send the first call', path: 'start#first-calls' },
  { question: 'Stream an answer', path: 'guides/streaming' },
  { question: 'Verify a webhook', path: 'guides/webhooks#verify-a-delivery' },
  { question: 'Retry safely', path: 'guides/retries' },
  { question: 'Pay', path: 'guides/pay' },
  { question: 'Connect Ollama', path: 'guides/ollama' },
  { question: 'Run on two nodes', path: 'guides/two-nodes' },
  { question: 'Restore a backup', path: 'guides/backup#restore' },
  { question: 'Sign in without the link', path: 'guides/troubleshooting#i-lost-the-sign-in-link' },
];

export function homePage(groups: readonly NavigationGroup[], link: (to: string) => string): string {
  const known = new Set(groups.flatMap(({ links }) => links.map(({ path }) => path)));
  const questions = QUESTIONS.filter(({ path }) => known.has(path.split('#')[0] ?? '')).map(
    ({ question, path }) => `<li><a href="${link(path)}">${escapeHtml(question)}</a></li>`,
  );
  const sections = groups.map(({ title, links }) => {
    const items = links.map(({ path, label }) => `<li><a href="${link(path)}">${escapeHtml(label)}</a></li>`);
    return `<section><h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul></section>`;
  });
  return `<h1>Documentation</h1>
<p class="lead">${SERVICE_NAME} makes text, code, images, music, video and applications from words, behind one HTTP API. Every code block on these pages can be copied and run as it is.</p>
<h2 id="questions">How do I…</h2><ul class="questions">${questions.join('')}</ul>
<div class="sections">${sections.join('')}</div>`;
}
