// Creates a model with one of the AI SDK's provider packages; each package is loaded only if it is configured.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { packageFetch } from '../../../net/package-fetch.ts';
import type { UpstreamSettings } from '../upstream-settings.ts';
import { GoogleToken } from './google-token.ts';
import { VERTEX, vertexUrl, withToken } from './vertex.ts';

type ProviderKind = Exclude<NonNullable<UpstreamSettings['kind']>, 'openai' | 'azure'>;
export type MakeModel = (upstreamId: string) => LanguageModelV3;

/** Vertex serves Gemini as Google's other API does. */
export type Dialect = Exclude<ProviderKind, 'vertex'>;

export function dialectOf(kind: ProviderKind): Dialect {
  return kind === 'vertex' ? 'google' : kind;
}

export interface ProviderSettings extends UpstreamSettings {
  kind: ProviderKind;
}

/** Vertex takes tokens, which its key asks for; undefined without a key, for a gateway that adds its own. */
export function tokenOf(settings: ProviderSettings, apiKey: string | undefined): GoogleToken | undefined {
  const { name, kind, base_url: baseUrl } = settings;
  return kind === 'vertex' && apiKey !== undefined
    ? new GoogleToken({ name, credentials: apiKey, baseUrl })
    : undefined;
}

export async function loadProvider(
  settings: ProviderSettings,
  apiKey: string | undefined,
  token: GoogleToken | undefined,
): Promise<MakeModel> {
  const common = {
    fetch: packageFetch({
      baseUrl: settings.base_url,
      answers: settings.kind === 'bedrock' ? 'aws-events' : 'events',
    }),
    ...(settings.base_url === undefined ? {} : { baseURL: settings.base_url }),
    ...(settings.headers === undefined ? {} : { headers: settings.headers }),
  };
  // A server without a key gets none: the packages would take one from a variable that the configuration does not name.
  const keyed = { ...common, apiKey: apiKey ?? '' };
  switch (settings.kind) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(keyed);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(keyed);
    case 'vertex': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      const fetch = withToken(common.fetch, token);
      return createGoogleGenerativeAI({ ...common, name: VERTEX, baseURL: vertexUrl(settings), apiKey: '', fetch });
    }
    case 'mistral':
      return (await import('@ai-sdk/mistral')).createMistral(keyed);
    case 'bedrock': {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
      return createAmazonBedrock({
        ...common,
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(settings.region === undefined ? {} : { region: settings.region }),
      });
    }
  }
}
