// Adds a rule to better-auth: after a link or a sign-in, the browser may be sent only to a page of this service, by its
// normalised path.
import type { SessionSettings } from './session-settings.ts';

const FIELDS = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'];

export async function ownRedirects({ publicUrl }: Pick<SessionSettings, 'publicUrl'>) {
  const { APIError, createAuthMiddleware } = await import('better-auth/api');
  const { origin } = new URL(publicUrl);
  const handler = createAuthMiddleware(async (ctx) => {
    for (const given of [ctx.query, ctx.body] as unknown[]) {
      if (typeof given !== 'object' || given === null) continue;
      const values = FIELDS.map((name) => (given as Record<string, unknown>)[name]);
      if (values.some((value) => value !== undefined && value !== '' && !isOwnPage(value, origin)))
        throw new APIError('FORBIDDEN', {
          code: 'INVALID_CALLBACK_URL',
          message: 'The browser can only be sent on to a page of this service.',
        });
    }
  });
  return { id: 'own-redirects', hooks: { before: [{ matcher: () => true, handler }] } };
}

/**
 * The library accepts "/..//evil.example" and resolves it to "//evil.example", which is another host. So a path must
 * already be in normalised form.
 */
export function isOwnPage(value: unknown, origin: string): boolean {
  if (typeof value !== 'string') return false;
  const local = value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;
  const [path = ''] = local.split(/[?#]/, 1);
  if (!path.startsWith('/') || path.startsWith('//')) return false;
  const url = URL.parse(local, origin);
  return url !== null && url.origin === origin && url.pathname === path;
}
