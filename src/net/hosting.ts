// Tells whether an upstream runs on the operator's own machines or at a public provider, by its settings and its address.
import Type from 'typebox';
import { isPublicAddress, literalAddress } from './address-guard.ts';

/** Shared by the schemas of every kind of upstream. */
export const hostingSettings = {
  own: Type.Optional(
    Type.Boolean({
      description: 'Whether it runs on machines of yours, so that its calls cost nothing by themselves.',
    }),
  ),
  provider: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]{0,62}$',
      description: 'The provider that bills its calls, for example openai, where the address is that of a proxy.',
    }),
  ),
};

export interface Hosting {
  isOwn: boolean;
  /** The id given by the settings or by the kind of upstream. */
  provider: string | null;
  /** null: the provider's own address. */
  url: string | null;
}

/** Public providers of upstream kinds that need no address. */
const PROVIDER_OF_KIND: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistral',
  bedrock: 'aws',
  azure: 'azure',
  vertex: 'google',
};
const URL_OF_KIND: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  comfyui: 'http://127.0.0.1:8188',
};

export function hostingOf(entry: Readonly<Record<string, unknown>>): Hosting {
  const { own, provider, base_url: base, kind: given } = entry;
  const kind = typeof given === 'string' ? given : 'openai';
  const url = typeof base === 'string' ? base : (URL_OF_KIND[kind] ?? null);
  const named = typeof provider === 'string' ? provider : null;
  // If both are set, assumes a public provider: an expected bill that never comes is better than an unexpected one.
  if (named === null && (own === true || (own === undefined && url !== null && isOwnAddress(url))))
    return { isOwn: true, provider: null, url };
  return { isOwn: false, provider: named ?? (base === undefined ? (PROVIDER_OF_KIND[kind] ?? null) : null), url };
}

/** Names that only a private network resolves; names without a dot are those of neighbouring containers and hosts. */
const OWN_NAMES = /(^|\.)(localhost|local|internal|lan|intranet|home\.arpa|svc|cluster\.local|ts\.net)$|^[^.]+$/;

function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const literal = literalAddress(url);
  return literal ? !isPublicAddress(literal) : OWN_NAMES.test(url.hostname.toLowerCase().replace(/\.$/, ''));
}
