// Creates a model with one of the AI SDK's provider packages; each package is loaded only if it is configured.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { UpstreamSettings } from '../upstream-settings.ts';

type ProviderKind = Exclude<NonNullable<UpstreamSettings['kind']>, 'openai'>;
export type MakeModel = (upstreamId: string) => LanguageModelV3;

export interface ProviderSettings extends UpstreamSettings {
  kind: ProviderKind;
}

export async function loadProvider(settings: ProviderSettings, apiKey: string | undefined): Promise<MakeModel> {
  const common = {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(settings.base_url === undefined ? {} : { baseURL: settings.base_url }),
    ...(settings.headers === undefined ? {} : { headers: settings.headers }),
  };
  switch (settings.kind) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(common);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(common);
    case 'mistral':
      return (await import('@ai-sdk/mistral')).createMistral(common);
    case 'bedrock': {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
      return createAmazonBedrock({ ...common, ...(settings.region === undefined ? {} : { region: settings.region }) });
    }
  }
}
