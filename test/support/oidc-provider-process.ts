// A process with a certified OpenID Connect provider. Whoever enters an address as login is the user with that address.
import { Provider } from 'oidc-provider';

const { port, clients } = JSON.parse(process.argv[2] ?? '{}') as { port: number; clients: object[] };

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients,
  pkce: { required: () => true },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  cookies: { keys: ['cookies of a test'] },
  findAccount: (_context: unknown, login: string) => ({
    accountId: login,
    claims: () => ({
      sub: login,
      name: 'Ada of the issuer',
      email: login,
      email_verified: !login.startsWith('unverified'),
    }),
  }),
});
provider.listen(port, '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit(0));
