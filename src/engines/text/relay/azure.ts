// Azure OpenAI: its address, the header with its key, and the path of a deployment. It speaks OpenAI's API, so the relay sends the calls.
import type { UpstreamAddress } from '../../../net/upstream-client.ts';
import type { UpstreamSettings } from '../upstream-settings.ts';

/** How the relay reaches a server with OpenAI's API. */
export interface RelayServer extends Pick<UpstreamAddress, 'baseUrl' | 'apiKey' | 'headers'> {
  pathOf(path: string, upstreamId: string): string;
  listPath: string;
}

/** Without a version, its newer API, which takes the deployment as the model. */
export function azureServer(settings: UpstreamSettings, apiKey: string | undefined): RelayServer {
  const { api_version: version, headers } = settings;
  const baseUrl = `${endpointOf(settings)}/openai`;
  return {
    baseUrl: version === undefined ? `${baseUrl}/v1` : baseUrl,
    apiKey: undefined,
    headers: { ...(apiKey === undefined ? {} : { 'api-key': apiKey }), ...headers },
    listPath: version === undefined ? 'models' : `models?api-version=${version}`,
    pathOf: (path, deployment) =>
      version === undefined ? path : `deployments/${encodeURIComponent(deployment)}/${path}?api-version=${version}`,
  };
}

/** The portal shows the address with and without the path of the API. */
function endpointOf({ name, base_url: url, resource }: UpstreamSettings): string {
  if (url !== undefined) return url.replace(/\/+$/, '').replace(/\/openai(?:\/v1)?$/, '');
  if (resource === undefined) throw new Error(`The upstream "${name}" needs a resource or a base_url.`);
  return `https://${resource}.openai.azure.com`;
}
