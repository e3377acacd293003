// The dialog in which a reader chooses the key for the examples: a new test key, or a pasted one.
import { element } from './element.ts';
import { forgetKey, isKey, isLive, isSignedIn, keepKey, makeTestKey, onKeyChange, readKey } from './key.ts';

const SHOWN_END = 4;

/** Opens it; undefined until the dialog exists. */
let open: (() => void) | undefined;

export function openKeyDialog(): void {
  open?.();
}

export function addKeyButton(place: HTMLElement): void {
  const dialog = element('dialog', { className: 'key-dialog' });
  dialog.setAttribute('aria-labelledby', 'key-title');
  const button = element('button', { type: 'button' });
  button.setAttribute('aria-haspopup', 'dialog');
  const label = () => {
    const key = readKey();
    button.textContent = key ? (isLive(key) ? 'Live key' : 'Test key') : 'Your key';
    button.className = key && isLive(key) ? 'live' : '';
  };
  open = () => {
    void show(dialog);
    dialog.showModal();
  };
  button.addEventListener('click', open);
  onKeyChange(label);
  label();
  place.prepend(button);
  document.body.append(dialog);
}

async function show(dialog: HTMLDialogElement, madeNow = ''): Promise<void> {
  const key = readKey();
  const content = element('div', {});
  dialog.replaceChildren(
    element('h2', { id: 'key-title', textContent: 'Your key in the examples' }),
    element('p', {
      textContent:
        'The examples and “Try it” use the key. This tab keeps it until you close the tab or forget the key, and sends it to this service alone.',
    }),
    content,
    closeRow(dialog),
  );
  if (key) content.append(...showKept(dialog, madeNow));
  else content.append(...(await showChoices(dialog)));
}

function showKept(dialog: HTMLDialogElement, madeNow: string): Node[] {
  const key = readKey();
  if (!key) return [];
  const hint = `${key.secret.slice(0, 'sk_live_'.length)}…${key.secret.slice(-SHOWN_END)}`;
  const kind = isLive(key)
    ? element('p', { className: 'warning', textContent: 'A live key: calls act on real data and spend credits.' })
    : element('p', { textContent: 'A test key: calls go to the sandbox and cost nothing.' });
  const forget = element('button', { type: 'button', textContent: key.id ? 'Forget and revoke it' : 'Forget it' });
  const problem = problemLine();
  forget.addEventListener('click', async () => {
    problem.textContent = await forgetKey();
    if (problem.textContent === '') void show(dialog);
    else forget.remove();
  });
  const shown = element('p', {}, element('code', { textContent: madeNow || hint }));
  const once = madeNow
    ? [
        element('p', {
          textContent: 'It works for a day. Copy it now if you need it elsewhere: this dialog shows it once.',
        }),
      ]
    : [];
  return [shown, ...once, kind, forget, problem];
}

async function showChoices(dialog: HTMLDialogElement): Promise<Node[]> {
  const problem = problemLine();
  const isIn = await isSignedIn().catch((error: Error) => {
    problem.textContent = error.message;
    return false;
  });
  const first = isIn
    ? makeButton(dialog, problem)
    : element(
        'p',
        {},
        element('a', { href: `/sign-in?to=${encodeURIComponent(location.pathname)}`, textContent: 'Sign in' }),
        ' to make a test key for these examples.',
      );
  return [first, pasteForm(dialog, problem), problem];
}

function makeButton(dialog: HTMLDialogElement, problem: HTMLElement): HTMLButtonElement {
  const make = element('button', {
    type: 'button',
    className: 'main',
    textContent: 'Make a test key for these examples',
  });
  make.addEventListener('click', async () => {
    make.disabled = true;
    problem.textContent = '';
    try {
      const key = await makeTestKey();
      keepKey(key);
      await show(dialog, key.secret);
    } catch (error) {
      problem.textContent = (error as Error).message;
      make.disabled = false;
    }
  });
  return make;
}

function pasteForm(dialog: HTMLDialogElement, problem: HTMLElement): HTMLFormElement {
  const box = element('input', { type: 'password', autocomplete: 'off', spellcheck: false });
  const use = element('button', { type: 'submit', textContent: 'Use this key' });
  const form = element('form', {}, element('label', {}, 'Or paste a key', box), use);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const secret = box.value.trim();
    if (!isKey(secret)) {
      problem.textContent = 'That is no key of this service. A key begins with sk_test_ or sk_live_.';
      return;
    }
    keepKey({ secret });
    void show(dialog);
  });
  return form;
}

function problemLine(): HTMLElement {
  const line = element('p', { className: 'problem' });
  line.setAttribute('role', 'alert');
  return line;
}

function closeRow(dialog: HTMLDialogElement): HTMLElement {
  const close = element('button', { type: 'button', textContent: 'Close' });
  close.addEventListener('click', () => dialog.close());
  return element('p', { className: 'row-end' }, close);
}
