// The page that checks a file: a form, and what was found in plain words. Everything that a file says is a stranger's text.
import { escapeHtml, htmlPage } from '../../core/html-page.ts';
import type { PageLanguage } from '../../core/page-language.ts';
import { VERIFY_PAGE_WORDS, type VerifyPageWords } from './verify-page-words.ts';
import type { VerifyReply } from './verify-schema.ts';
import { FINDING_WORDS, sayFailure } from './verify-words.ts';

export interface VerifyLook {
  language: PageLanguage;
  serviceName: string;
  mostMegabytes: number;
}

const STYLE = `<style>
.drop{box-sizing:border-box;width:100%;padding:2.25rem 1rem;border:2px dashed var(--color-edge);border-radius:1rem;background:var(--color-sunken);cursor:pointer}
.drop:hover,.drop:focus-visible{border-color:var(--color-accent)}
.verdict{padding:1rem 1.25rem;border-radius:1rem;background:var(--color-sunken);margin:0 0 1.5rem}.verdict p{margin:.35rem 0 0}.verdict strong{font:500 1.35rem/1.25 Newsreader,ui-serif,Georgia,serif}
.yes{background:var(--color-accent-soft)}.no{background:var(--color-danger-soft)}
dl{margin:0}dl div{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:.25rem 1rem;padding:.5rem 0;border-bottom:1px solid var(--color-line)}dt{color:var(--color-muted)}dd{margin:0}dd p{margin:0}
h2{font:500 1.15rem/1.25 Newsreader,ui-serif,Georgia,serif;margin:0 0 .25rem}code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.85em}
@media(max-width:32rem){dl div{grid-template-columns:1fr}}
</style>`;

export function verifyFormHtml(look: VerifyLook, problem?: string): string {
  const words = VERIFY_PAGE_WORDS[look.language];
  return pageOf(
    look,
    `<p>${escapeHtml(words.intro(look.serviceName))}</p>${problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
${formOf(words, look)}`,
  );
}

export function verifyResultHtml(look: VerifyLook, found: VerifyReply): string {
  const words = VERIFY_PAGE_WORDS[look.language];
  const reason = FINDING_WORDS[look.language].reasons[found.reason];
  const verdict = words.verdicts[found.made_here](look.serviceName);
  return pageOf(
    look,
    `<div class="verdict ${found.made_here}" role="status"><strong>${escapeHtml(verdict)}</strong><p>${escapeHtml(reason)}</p></div>
<h2>${words.details}</h2><dl>${rowsOf(found, look)
      .map(([title, value]) => `<div><dt>${title}</dt><dd>${value}</dd></div>`)
      .join('')}</dl>
<p class="note"><a href="/verify">${words.another}</a></p>`,
  );
}

function pageOf({ language, serviceName }: VerifyLook, content: string): string {
  const words = VERIFY_PAGE_WORDS[language];
  const note = `<p class="note">${words.notKept} ${words.apiNote}</p>`;
  return htmlPage({ language, serviceName, heading: words.title, head: STYLE, content: content + note, isWide: true });
}

function formOf(words: VerifyPageWords, { mostMegabytes }: VerifyLook): string {
  return `<form method="post" action="/verify" enctype="multipart/form-data"><label for="file">${words.choose}</label>
<input class="drop" id="file" name="file" type="file" required accept="image/*,audio/*,video/*" aria-describedby="limit"><p class="note" id="limit">${words.limit(mostMegabytes)}</p>
<button>${words.check}</button></form>`;
}

type Row = [title: string, value: string];

function rowsOf({ format, mark, credentials }: VerifyReply, look: VerifyLook): Row[] {
  const words = VERIFY_PAGE_WORDS[look.language];
  const made = credentials.made ?? mark;
  const failures = credentials.failures.map(({ code }) => sayFailure(code, FINDING_WORDS[look.language]));
  return [
    [words.format, format === null ? words.unknownFormat : code(format)],
    [words.signature, words.states[credentials.status]],
    ...rowIf(words.problems, lines([...new Set(failures)].map(escapeHtml))),
    ...rowIf(words.signer, signerOf(credentials.signer, words)),
    ...rowIf(words.generator, shown(credentials.generator ?? mark?.generator)),
    ...rowIf(words.model, shown(made?.model)),
    ...rowIf(words.call, shown(made?.call)),
    ...rowIf(words.done, lines(credentials.actions.map(actionOf))),
    ...rowIf(
      words.sources,
      lines([...credentials.ingredients.map(sourceOf), ...(credentials.ingredients_cut ? [words.more] : [])]),
    ),
    [words.mark, mark ? words.markedAs(code(mark.digital_source_type)) : words.noMark],
  ];
}

function rowIf(title: string, value: string): Row[] {
  return value === '' ? [] : [[title, value]];
}

function signerOf(signer: VerifyReply['credentials']['signer'], words: VerifyPageWords): string {
  if (!signer) return '';
  const names = [...new Set([signer.name, signer.organization])].flatMap((name) => shown(name) || []).join(', ');
  const notes = [signer.this_service ? words.signerIsService : '', words.lists[signer.trust_list]].filter(Boolean);
  return notes.length > 0 ? `${names} (${notes.join(', ')})` : names;
}

function actionOf({ action, agent, when, digital_source_type: term }: VerifyReply['credentials']['actions'][number]) {
  return [code(action), shown(agent), term === null ? '' : code(term), shown(when)].filter(Boolean).join(', ');
}

function sourceOf({
  depth,
  title,
  format,
  generator,
  signed_by: signer,
}: VerifyReply['credentials']['ingredients'][number]) {
  const parts = [title, format, generator, signer].map(shown).filter(Boolean);
  return `${depth}. ${parts.join(', ')}`;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join('');
}

function shown(text: string | null | undefined): string {
  return text ? escapeHtml(text) : '';
}

function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}
