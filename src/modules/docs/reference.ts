// The API reference: a page for each group of operations, and one for the events.
import { escapeHtml } from '../../core/html-page.ts';
import { ApiDocument, type ListedOperation, type Operation } from './api-document.ts';
import { codeBlock } from './code-block.ts';
import { exampleCall } from './example-call.ts';
import { exampleCode } from './example-code.ts';
import { type Heading, type Passage, renderProse } from './markdown.ts';
import { showField, showSchema } from './schema-view.ts';
import { linkFrom, type SiteOptions } from './site.ts';
import { tryFacts } from './try-facts.ts';

export interface ReferencePage {
  path: string;
  title: string;
  label: string;
  html: string;
  headings: Heading[];
  passages: Passage[];
}

export function referencePages({ openApi, linkStyle }: SiteOptions): ReferencePage[] {
  const api = new ApiDocument(openApi);
  const isServed = linkStyle === 'served';
  const tags = api.document.tags.map(({ name, description = '' }) => tagPage(api, { name, description, isServed }));
  const events = eventsPage(api);
  return [overview(api, [...tags, events], linkFrom('reference', linkStyle)), ...tags, events];
}

const TRYING =
  '<p><em>Your key</em>, above, puts a key into the examples of every page. With it, <em>Try it</em> at each operation sends the call from here: to the sandbox with a test key.</p>';

function overview(api: ApiDocument, pages: readonly ReferencePage[], link: (to: string) => string): ReferencePage {
  const lists = pages.map(({ path, label, headings }) => {
    const items = headings
      .filter(({ level }) => level === 2)
      .map(({ text, id }) => `<li><a href="${link(`${path}#${id}`)}"><code>${escapeHtml(text)}</code></a></li>`);
    return `<h2><a href="${link(path)}">${escapeHtml(label)}</a></h2><ul class="operations">${items.join('')}</ul>`;
  });
  const { description } = api.document.info;
  const first = link('');
  const address = first === '/docs' ? '/openapi.json' : first.replace(/index\.html$/, 'openapi.json');
  const title = 'API reference';
  return {
    path: 'reference',
    title,
    label: 'All operations',
    html: `<h1>${title}</h1>${renderProse(description, () => undefined)}<p>The same as a document for programs: <a href="${address}">openapi.json</a>.</p>${link('') === '/docs' ? TRYING : ''}${lists.join('')}`,
    headings: [],
    passages: [{ heading: title, anchor: '', text: description }],
  };
}

interface Group {
  name: string;
  description: string;
  /** Served by the service itself: its operations can be tried. */
  isServed: boolean;
}

function tagPage(api: ApiDocument, { name, description, isServed }: Group): ReferencePage {
  const title = `API: ${name}`;
  const operations = api.operationsOf(name);
  const headings = operations.map(({ method, path, operation }) => ({
    level: 2,
    text: `${method} ${path}`,
    id: operation.operationId,
  }));
  return {
    path: `reference/${name}`,
    title,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    html: `<h1>${escapeHtml(title)}</h1>${renderProse(description, () => undefined)}${operations.map((one) => showOperation(one, api, isServed)).join('')}`,
    headings: [{ level: 1, text: title, id: '' }, ...headings],
    passages: [
      { heading: title, anchor: '', text: description },
      ...operations.map(({ method, path, operation }) => ({
        heading: `${method} ${path}`,
        anchor: operation.operationId,
        text: `${operation.summary}. ${operation.description ?? ''}`,
      })),
    ],
  };
}

function showOperation(listed: ListedOperation, api: ApiDocument, isServed: boolean): string {
  const { method, path, operation } = listed;
  const id = escapeHtml(operation.operationId);
  const call = exampleCall(listed, api);
  const notes = [
    operation['x-scope'] ? `Scope <code>${escapeHtml(operation['x-scope'])}</code>` : 'Any key',
    ...(operation.parameters.some((one) => one.name === 'Idempotency-Key')
      ? ['can be retried safely with <code>Idempotency-Key</code>']
      : []),
  ];
  const facts = isServed ? ` data-try="${escapeHtml(JSON.stringify(tryFacts(listed, api, call)))}"` : '';
  return `<section class="operation split"${facts}>
<div class="told"><h2 id="${id}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code> <a class="anchor" href="#${id}" aria-label="Link to this operation">#</a></h2>
<p><strong>${escapeHtml(operation.summary)}.</strong> ${notes.join(' · ')}</p>
${renderProse(operation.description ?? '', () => undefined)}
${showParameters(operation, api)}${showBody(operation, api)}${showAnswer(operation, api)}${showErrors(operation, api)}</div>
<div class="shown">${showExamples(exampleCode(call), id)}
${isServed ? '<div class="try"></div>\n' : ''}${exampleAnswer(operation, api)}</div></section>`;
}

/** Radio buttons, so that the languages can be switched without a script. */
function showExamples(codes: ReturnType<typeof exampleCode>, id: string): string {
  const tabs = codes.map(
    ({ id: language, label, language: colour, code }, index) =>
      `<input type="radio" name="language-${id}" id="${id}-${language}" value="${language}"${index === 0 ? ' checked' : ''}><label for="${id}-${language}">${label}</label>${codeBlock(code, { language: colour, isOutput: false })}`,
  );
  return `<fieldset class="examples"><legend class="unseen">Example in</legend>${tabs.join('')}</fieldset>`;
}

function showParameters({ parameters }: Operation, api: ApiDocument): string {
  const shown = parameters.filter((one) => one.in !== 'header');
  if (shown.length === 0) return '';
  const items = shown.map(({ name, in: place, required, description, schema }) => {
    const words = [place === 'path' ? 'In the path' : 'In the query', description].filter(Boolean).join('. ');
    return showField(name, { ...schema, description: words }, { api, isRequired: required });
  });
  return `<h3>Parameters</h3><ul class="fields">${items.join('')}</ul>`;
}

function showBody({ requestBody }: Operation, api: ApiDocument): string {
  const contents = Object.entries(requestBody?.content ?? {});
  return contents
    .map(([type, { schema }]) => {
      const fields = showSchema(schema, api);
      return fields && `<h3>Body: <code>${escapeHtml(type)}</code></h3>${folded(fields, 'Fields of the body')}`;
    })
    .slice(0, 1)
    .join('');
}

function showAnswer(operation: Operation, api: ApiDocument): string {
  const { status, type, content } = api.successOf(operation);
  const fields = content ? showSchema(content.schema, api) : '';
  const shown = fields ? folded(fields, 'Fields of the answer') : '<p>No fields.</p>';
  return `<h3>Answer ${escapeHtml(status)}${type ? `: <code>${escapeHtml(type)}</code>` : ''}</h3>${shown}`;
}

const MAX_OPEN_FIELDS = 6;

/** A long list of fields is opened by who needs it: a page of whole lists is thousands of lines long. */
function folded(fields: string, title: string): string {
  const count = fields.split('<li>').length - 1;
  if (count <= MAX_OPEN_FIELDS) return fields;
  return `<details class="inner"><summary>${title}</summary>${fields}</details>`;
}

const MAX_ANSWER_LINES = 60;

/** What the service answered when the example was recorded. */
function exampleAnswer(operation: Operation, api: ApiDocument): string {
  const { status, content } = api.successOf(operation);
  if (content?.example === undefined) return '';
  const { example } = content;
  const lines = (typeof example === 'string' ? example : JSON.stringify(example, null, 2)).split('\n');
  const cut = lines.length > MAX_ANSWER_LINES ? [...lines.slice(0, MAX_ANSWER_LINES), '…'] : lines;
  const language = typeof example === 'string' ? 'text' : 'json';
  return `<p class="answered">Answer ${escapeHtml(status)}</p>${codeBlock(`${cut.join('\n')}\n`, { language, isOutput: true })}`;
}

function showErrors({ responses }: Operation, api: ApiDocument): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(
      ([status, response]) =>
        `<li><code>${escapeHtml(status)}</code> ${renderProse(api.resolve(response).description ?? '', () => undefined)}</li>`,
    );
  return `<details class="inner"><summary>Errors</summary><ul class="fields">${rows.join('')}</ul></details>`;
}

function eventsPage(api: ApiDocument): ReferencePage {
  const title = 'API: events';
  const events = Object.entries(api.document.webhooks).map(([type, { post }]) => ({ type, post }));
  const sections = events.map(({ type, post }) => {
    const [[, content] = []] = Object.entries(post.requestBody?.content ?? {});
    const example =
      content?.example === undefined
        ? ''
        : codeBlock(`${JSON.stringify(content.example, null, 2)}\n`, { language: 'json', isOutput: true });
    const fields = content ? folded(showSchema(content.schema, api), 'Fields of the event') : '';
    return `<section class="operation split"><div class="told"><h2 id="${type}"><code>${type}</code></h2><p><strong>${escapeHtml(post.summary)}.</strong></p>${renderProse(post.description ?? '', () => undefined)}${fields}</div><div class="shown">${example}</div></section>`;
  });
  const intro = 'What the service posts to your webhook endpoints.';
  return {
    path: 'reference/events',
    title,
    label: 'Events',
    html: `<h1>${title}</h1><p>${intro}</p>${sections.join('')}`,
    headings: [{ level: 1, text: title, id: '' }, ...events.map(({ type }) => ({ level: 2, text: type, id: type }))],
    passages: [
      { heading: title, anchor: '', text: intro },
      ...events.map(({ type, post }) => ({ heading: type, anchor: type, text: post.summary })),
    ],
  };
}
