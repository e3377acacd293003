// What the page at / does in the browser: plain requests to the session API and the public API.
const at = (id) => document.getElementById(id);
const base = () => at('environment').value;

async function ask(path, method = 'GET', body) {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Error(answer.error?.message ?? answer.message ?? `The server answered ${response.status}.`);
  return answer;
}

function tell(problem) {
  at('problem').hidden = !problem;
  at('problem').textContent = problem ?? '';
}

function doing(work) {
  return async (event) => {
    event?.preventDefault();
    tell();
    try {
      await work(event);
    } catch (error) {
      tell(error.message);
    }
  };
}

function element(tag, text, ...children) {
  const made = document.createElement(tag);
  made.textContent = text;
  made.append(...children);
  return made;
}

async function show() {
  let account;
  try {
    account = await ask(`${base()}/account`);
  } catch {
    at('signed-in').hidden = true;
    at('signed-out').hidden = false;
    return;
  }
  at('signed-out').hidden = true;
  at('signed-in').hidden = false;
  const [balance, keys] = await Promise.all([ask(`${base()}/payments/balance`), ask(`${base()}/account/keys`)]);
  at('who').textContent = account.email;
  const facts = {
    Plan: account.plan,
    Credits: balance.available.toLocaleString(),
    'Requests a minute': account.limits.requests_per_minute,
  };
  at('facts').replaceChildren(
    ...Object.entries(facts).map(([name, value]) => element('div', '', element('dt', name), element('dd', value))),
  );
  at('keys').replaceChildren(...keys.data.map(keyRow));
  at('example').textContent =
    `curl ${location.origin}${base()}/chat/completions \\\n  -H "Authorization: Bearer YOUR_KEY" -H "Content-Type: application/json" \\\n  -d '{"model":"atelier-chat-1","messages":[{"role":"user","content":"Hello"}]}'`;
}

function keyRow(key) {
  const revoke = element('button', 'Revoke');
  revoke.className = 'quiet';
  revoke.setAttribute('aria-label', `Revoke ${key.name}`);
  revoke.onclick = doing(async () => {
    await ask(`${base()}/account/keys/${key.id}`, 'DELETE');
    await show();
  });
  const cells = [
    key.name,
    key.hint,
    key.scopes.join(', '),
    key.last_used_at ? new Date(key.last_used_at).toLocaleString() : 'never',
  ];
  return element('tr', '', ...cells.map((text) => element('td', text)), element('td', '', revoke));
}

at('sign-in').onsubmit = doing(async (event) => {
  const isNew = event.submitter?.value === 'sign-up';
  const email = at('email').value;
  const password = at('password').value;
  await ask(`/auth/${isNew ? 'sign-up' : 'sign-in'}/email`, 'POST', {
    email,
    password,
    ...(isNew ? { name: email } : {}),
  });
  await show();
});
at('sign-out').onclick = doing(async () => {
  await ask('/auth/sign-out', 'POST', {});
  at('made').hidden = true;
  await show();
});
at('new-key').onsubmit = doing(async () => {
  const made = await ask(`${base()}/account/keys`, 'POST', { name: at('key-name').value });
  at('secret').textContent = made.key;
  at('made').hidden = false;
  at('key-name').value = '';
  await show();
});
at('copy').onclick = doing(() => navigator.clipboard.writeText(at('secret').textContent));
at('environment').onchange = doing(async () => {
  at('made').hidden = true;
  await show();
});
show();
