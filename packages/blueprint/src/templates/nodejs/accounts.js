// Accounts: passwords are kept as scrypt hashes, sessions as random tokens in an HttpOnly cookie.
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { send } from './api.js';

export function createAccounts(repository) {
  const sessions = new Map();

  function open(response, account, status) {
    const token = randomBytes(24).toString('hex');
    sessions.set(token, account.email);
    const cookie = `session=${token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=604800`;
    send(response, status, { name: account.name, email: account.email }, { 'Set-Cookie': cookie });
  }

  const actions = {
    async signup({ response, form }) {
      if (!form.email || (form.password ?? '').length < 8)
        return send(response, 400, { error: 'Give an e-mail and a password of 8 characters.' });
      if (repository.accounts.some((each) => each.email === form.email))
        return send(response, 400, { error: 'This address has an account.' });
      const salt = randomBytes(16).toString('hex');
      const account = { name: form.name || form.email, email: form.email, salt, hash: hashOf(form.password, salt) };
      repository.accounts.push(account);
      repository.save();
      open(response, account, 201);
    },
    async signin({ response, form }) {
      const account = repository.accounts.find((each) => each.email === form.email);
      const given = hashOf(form.password ?? '', account?.salt ?? 'none');
      if (!account || !timingSafeEqual(Buffer.from(given), Buffer.from(account.hash)))
        return send(response, 401, { error: 'Address or password is wrong.' });
      open(response, account, 200);
    },
    async signout({ response, token }) {
      sessions.delete(token);
      send(response, 200, {}, { 'Set-Cookie': 'session=; HttpOnly; Path=/; Max-Age=0' });
    },
    async me({ response, token }) {
      const account = repository.accounts.find((each) => each.email === sessions.get(token));
      send(response, 200, account ? { name: account.name, email: account.email } : null);
    },
  };

  return {
    async handle(request, response, action, readBody) {
      const token = /session=([0-9a-f]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
      const isRead = request.method === 'GET';
      if (!Object.hasOwn(actions, action) || isRead !== (action === 'me'))
        return send(response, 404, { error: 'Unknown.' });
      return actions[action]({ response, token, form: isRead ? {} : await readBody() });
    },
  };
}

function hashOf(password, salt) {
  return scryptSync(password, salt, 32).toString('hex');
}
