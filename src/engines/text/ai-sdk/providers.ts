// Creates a model with one of the AI SDK's provider packages; each package is loaded only if it is configured.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { packageFetch } from '../../../net/package-fetch.ts';
import type { UpstreamSettings } from '../upstream-settings.ts';

type ProviderKind = Exclude<NonNullable<UpstreamSettings['kind']>, 'openai'>;
export type MakeModel = (upstreamId: string) => LanguageModelV3;

export interface ProviderSettings extends UpstreamSettings {
  kind: ProviderKind;
}

export async function loadProvider(settings: ProviderSettings, apiKey: string | undefined): Promise<MakeModel> {
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
