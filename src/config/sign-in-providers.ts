// Reads the services that people may sign in with: OpenID Connect issuers by name, GitHub and Google.
import type { GithubProvider, OidcProvider, SignInProvider } from '../core/sign-in-provider.ts';
import type { SettingName, SettingsReader } from './declarations.ts';
import { LOOPBACK_HOSTS } from './loopback.ts';
import { ConfigError, commaList, trimSlash } from './values.ts';

interface Source extends SettingsReader {
  secret(name: SettingName): string | undefined;
}

const NAME = /^[a-z][a-z0-9-]{0,30}$/;
const TAKEN = new Set(['credential', 'github', 'google']);
const SCOPES = ['openid', 'email', 'profile'];

export function signInProviders(source: Source): readonly SignInProvider[] {
  const issuers = commaList(source.text('OIDC_ISSUERS') ?? '').map((name) => oidcOf(source, name));
  const ids = issuers.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new ConfigError('OIDC_ISSUERS names an issuer twice.');
  return [...issuers, ...googleOf(source), ...githubOf(source)];
}

function oidcOf({ text, secret }: Source, name: string): OidcProvider {
  if (!NAME.test(name) || TAKEN.has(name))
    throw new ConfigError(
      `OIDC_ISSUERS: "${name}" must be small letters, digits and hyphens, at most 31, and none of ${[...TAKEN].join(', ')}.`,
    );
  const prefix = `OIDC_${name.toUpperCase().replaceAll('-', '_')}` as const;
  const issuer = text(`${prefix}_ISSUER`);
  const clientId = text(`${prefix}_CLIENT_ID`);
  if (!issuer || !clientId)
    throw new ConfigError(`OIDC_ISSUERS names "${name}": set ${prefix}_ISSUER and ${prefix}_CLIENT_ID.`);
  const scopes = text(`${prefix}_SCOPES`)?.split(/[\s,]+/) ?? SCOPES;
  if (!scopes.includes('openid')) throw new ConfigError(`${prefix}_SCOPES must contain openid.`);
  return {
    kind: 'oidc',
    id: name,
    label: text(`${prefix}_LABEL`) ?? name,
    // Compared exactly with the issuer's own statement, so a trailing slash matters.
    issuer: safeUrl(`${prefix}_ISSUER`, issuer),
    clientId,
    clientSecret: secret(`${prefix}_CLIENT_SECRET`) || null,
    scopes,
  };
}

function googleOf(source: Source): OidcProvider[] {
  const client = clientOf(source, 'GOOGLE');
  if (!client) return [];
  const issuer = safeUrl('GOOGLE_ISSUER', source.value('GOOGLE_ISSUER'));
  return [{ kind: 'oidc', id: 'google', label: 'Google', issuer, scopes: SCOPES, ...client }];
}

function githubOf(source: Source): GithubProvider[] {
  const client = clientOf(source, 'GITHUB');
  if (!client) return [];
  const url = trimSlash(safeUrl('GITHUB_URL', source.value('GITHUB_URL')));
  const apiUrl = trimSlash(safeUrl('GITHUB_API_URL', source.value('GITHUB_API_URL')));
  return [{ kind: 'github', id: 'github', label: 'GitHub', url, apiUrl, ...client }];
}

function clientOf(
  { text, secret }: Source,
  prefix: 'GITHUB' | 'GOOGLE',
): { clientId: string; clientSecret: string } | undefined {
  const clientId = text(`${prefix}_CLIENT_ID`);
  const clientSecret = secret(`${prefix}_CLIENT_SECRET`);
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret)
    throw new ConfigError(`Sign-in needs both ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET. Set both.`);
  return { clientId, clientSecret };
}

/** Codes and secrets are sent there: plain http is allowed only to this machine. */
function safeUrl(name: string, value: string): string {
  const url = URL.parse(value);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname));
  if (!url || !isSafe || url.username || url.search || url.hash)
    throw new ConfigError(`${name} must be an https URL without a user name and query (http only on this machine).`);
  return value;
}
