// "Try it" for each operation: a form from its parameters, sent with the reader's key to this service.
import type { TryFacts, TryField } from '../try-facts.ts';
import { element } from './element.ts';
import { isLive, type KeptKey, onKeyChange, pathFor, readKey } from './key.ts';
import { openKeyDialog } from './key-dialog.ts';
import { showAnswer, showFailure } from './show-answer.ts';

export function addTryIt(): void {
  for (const section of document.querySelectorAll<HTMLElement>('.operation[data-try]')) {
    const place = section.querySelector('.try');
    const title = element('summary', { textContent: 'Try it' });
    const details = element('details', { className: 'try-it' }, title);
    // The form is created on first use, because a page has dozens of operations.
    details.addEventListener('toggle', () => details.append(...formOf(readFacts(section))), { once: true });
    place?.append(details);
  }
}

function readFacts(section: HTMLElement): TryFacts {
  return JSON.parse(section.dataset.try ?? '{}') as TryFacts;
}

function formOf(facts: TryFacts): Node[] {
  const form = element('form', { noValidate: false });
  const answer = element('div', { className: 'answer' });
  const controls = keyControls(facts);
  const body = facts.bodyKind === 'json' ? [bodyBox(facts)] : [];
  form.append(...[...facts.parameters, ...facts.fields].map(fieldBox), ...body, ...controls.parts);
  let sending: AbortController | undefined;
  controls.stop.addEventListener('click', () => sending?.abort());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const key = readKey();
    if (!key) return openKeyDialog();
    if (sending) return;
    sending = new AbortController();
    controls.setBusy(true);
    try {
      await send(facts, { form, key, answer, signal: sending.signal });
    } finally {
      sending = undefined;
      controls.setBusy(false);
    }
  });
  return [form, answer];
}

interface Sending {
  form: HTMLFormElement;
  key: KeptKey;
  answer: HTMLElement;
  signal: AbortSignal;
}

async function send(facts: TryFacts, { form, key, answer, signal }: Sending): Promise<void> {
  const values = new FormData(form);
  const headers: Record<string, string> = { authorization: `Bearer ${key.secret}` };
  if (facts.bodyKind === 'json') headers['content-type'] = 'application/json';
  const startedAt = performance.now();
  try {
    const response = await fetch(new URL(addressOf(facts, values, key), location.origin), {
      method: facts.method,
      headers,
      body: bodyOf(facts, values),
      // Only the key decides who calls, and it is sent nowhere else.
      credentials: 'omit',
      redirect: 'manual',
      signal,
    });
    await showAnswer(answer, response, startedAt);
  } catch (error) {
    showFailure(answer, signal.aborted ? 'Stopped.' : `The service could not be reached: ${(error as Error).message}`);
  }
}

function addressOf(facts: TryFacts, values: FormData, key: KeptKey): string {
  const text = (name: string) => String(values.get(name) ?? '');
  const path = facts.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(`path ${name}`)));
  const query = new URLSearchParams();
  for (const { name, in: place } of facts.parameters)
    if (place === 'query' && text(`query ${name}`) !== '') query.append(name, text(`query ${name}`));
  return pathFor(key, `${path}${query.size > 0 ? `?${query}` : ''}`);
}

function bodyOf({ bodyKind, fields }: TryFacts, values: FormData): string | FormData | null {
  if (bodyKind === 'none') return null;
  if (bodyKind === 'json') return String(values.get('body') ?? '');
  const form = new FormData();
  for (const { name, isFile } of fields) {
    const value = values.get(`form ${name}`);
    const isEmpty = isFile ? !(value instanceof File) || value.size === 0 : value === '';
    if (value !== null && !isEmpty) form.append(name, value);
  }
  return form;
}

function fieldBox({ name, in: place, isRequired, isFile, about, value, values }: TryField): HTMLElement {
  const shared = { name: `${place} ${name}`, required: isRequired };
  const box =
    values.length > 0
      ? element('select', shared, ...['', ...values].map((one) => element('option', { value: one, textContent: one })))
      : element('input', { ...shared, type: isFile ? 'file' : 'text', autocomplete: 'off' });
  if (!isFile) box.value = value;
  const words = element('span', {}, element('code', { textContent: name }), isRequired ? ' required' : '');
  const label = element('label', {}, words, box);
  if (about) label.append(element('small', { textContent: about }));
  return label;
}

const FEWEST_ROWS = 4;
const MAX_ROWS = 18;

function bodyBox({ body }: TryFacts): HTMLElement {
  const rows = Math.min(MAX_ROWS, Math.max(FEWEST_ROWS, body.split('\n').length));
  const box = element('textarea', { name: 'body', value: body, rows, spellcheck: false });
  box.addEventListener('input', () => box.setCustomValidity(problemOf(box.value)));
  return element('label', {}, 'Body (JSON)', box);
}

function problemOf(json: string): string {
  try {
    JSON.parse(json);
    return '';
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}

/** What depends on the key: where the call goes, and the consent that a live key needs. */
function keyControls({ method, path }: TryFacts) {
  const consent = element('input', { type: 'checkbox' });
  const consentLine = element(
    'label',
    { className: 'warning' },
    consent,
    ' This is a live key: the call acts on real data and may spend credits.',
  );
  const send = element('button', { type: 'submit', className: 'main' });
  const stop = element('button', { type: 'button', textContent: 'Stop', hidden: true });
  const goal = element('span', { className: 'goal' });
  const update = () => {
    const key = readKey();
    const live = key !== undefined && isLive(key);
    consentLine.hidden = !live;
    consent.required = live;
    send.textContent = key ? (live ? 'Send with the live key' : 'Send') : 'Choose a key';
    goal.textContent = key ? `${method} ${pathFor(key, path)}` : '';
  };
  onKeyChange(update);
  update();
  return {
    parts: [consentLine, element('p', { className: 'row' }, send, stop, goal)],
    stop,
    setBusy(isBusy: boolean) {
      send.disabled = isBusy;
      stop.hidden = !isBusy;
    },
  };
}
