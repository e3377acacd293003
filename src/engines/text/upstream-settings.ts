// The part of the configuration file that connects upstreams, and the sources of their keys.
import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { hostingSettings } from '../../net/hosting.ts';
import { entryReader } from '../../net/upstream-entry.ts';
import { watchSettings } from '../../net/watch-settings.ts';

const MAX_PRICE = 1_000_000_000;

const tokenPrice = (description: string) =>
  Type.Object(
    {
      input: Type.Number({ minimum: 0, maximum: MAX_PRICE }),
      output: Type.Number({ minimum: 0, maximum: MAX_PRICE }),
      cached_input: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: MAX_PRICE,
          description: 'Prompt tokens that the upstream had cached; default: input.',
        }),
      ),
      cache_write: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: MAX_PRICE,
          description: 'Prompt tokens that the upstream put into its cache; default: input.',
        }),
      ),
    },
    { additionalProperties: false, description },
  );

export const UpstreamModelSettings = Type.Object(
  {
    id: Type.String({ description: 'The name that customers use; upstreams with the same id share its calls.' }),
    upstream_id: Type.Optional(Type.String({ description: "The upstream's own name of the model, if it differs." })),
    aliases: Type.Optional(Type.Array(Type.String())),
    context_window: Type.Optional(Type.Integer({ minimum: 1 })),
    max_output_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    capabilities: Type.Optional(
      Type.Array(Type.String(), { description: 'chat, completion, tools, json_schema, vision, fill_in_the_middle' }),
    ),
    picture_tokens: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description:
          'The most prompt tokens that it counts for one image; default: what is known of the model, else 50,000.',
      }),
    ),
    price: Type.Optional(tokenPrice('What a customer pays, in credits per million tokens.')),
    cost: Type.Optional(
      tokenPrice(
        'What the upstream charges the operator, in credits per million tokens; by default what is known of its provider.',
      ),
    ),
    allow_loss: Type.Optional(Type.Boolean({ description: 'The price may be below the cost.' })),
    weight: Type.Optional(
      Type.Number({ minimum: 0, description: 'The share among upstreams of the same model; default 1.' }),
    ),
    fallbacks: Type.Optional(
      Type.Array(Type.String(), { description: 'Model ids that are tried in order if this one fails.' }),
    ),
  },
  { additionalProperties: false },
);
export type UpstreamModelSettings = Static<typeof UpstreamModelSettings>;

export const UpstreamSettings = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    kind: Type.Optional(Type.Enum(['openai', 'anthropic', 'google', 'mistral', 'bedrock', 'azure', 'vertex'])),
    base_url: Type.Optional(Type.String()),
    ...hostingSettings,
    ...watchSettings,
    api_key_env: Type.Optional(Type.String({ description: 'The environment variable that holds the key.' })),
    api_key_file: Type.Optional(Type.String({ description: 'The file that holds the key, e.g. a mounted secret.' })),
    region: Type.Optional(Type.String({ description: 'For Bedrock.' })),
    resource: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,62}$',
        description: 'For Azure: the name of the resource, if there is no base_url.',
      }),
    ),
    api_version: Type.Optional(
      Type.String({
        pattern: '^20\\d\\d-\\d\\d-\\d\\d(-preview)?$',
        description: 'For Azure: of its dated API; without it, calls go to /openai/v1.',
      }),
    ),
    project: Type.Optional(
      Type.String({ pattern: '^[a-z0-9][a-z0-9.:-]{0,99}$', description: 'For Vertex: the id of the project.' }),
    ),
    location: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9-]{0,39}$',
        description: 'For Vertex: where its models run, such as global or europe-west1.',
      }),
    ),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    connections: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096 })),
    first_token_ms: Type.Optional(Type.Integer({ minimum: 1 })),
    idle_ms: Type.Optional(Type.Integer({ minimum: 1 })),
    thinking_ms: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Both limits for models that think before they answer, if longer; default 600,000.',
      }),
    ),
    retries: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 5, description: 'Before the first token only; default 1.' }),
    ),
    responses: Type.Optional(
      Type.Boolean({
        description: "Whether it has OpenAI's Responses API, for calls of it; default: only api.openai.com.",
      }),
    ),
    list_models: Type.Optional(
      Type.Boolean({ description: "Whether the upstream's /models are offered too; default true." }),
    ),
    pass_fields: Type.Optional(
      Type.Array(Type.String(), { description: 'Body fields that are relayed besides the documented ones.' }),
    ),
    token_limit_field: Type.Optional(
      Type.Enum(['max_tokens', 'max_completion_tokens'], {
        description: 'The field that carries the token limit; by default it depends on the model.',
      }),
    ),
    models: Type.Optional(Type.Array(UpstreamModelSettings)),
  },
  { additionalProperties: false },
);
export type UpstreamSettings = Static<typeof UpstreamSettings>;

/** The file never contains keys, only the name of a variable or of a secret file. */
export function readUpstreamKey(
  settings: UpstreamSettings,
  secretByName: (name: string) => string | undefined,
): string | undefined {
  if (settings.api_key_file) return readFileSync(settings.api_key_file, 'utf8').trim();
  if (!settings.api_key_env) return undefined;
  const key = secretByName(settings.api_key_env);
  if (!key)
    throw new Error(
      `The upstream "${settings.name}" needs its key in the environment variable ${settings.api_key_env}, which is not set.`,
    );
  return key;
}

const readEntry = entryReader('upstreams', UpstreamSettings);

export function readUpstream(entry: unknown): UpstreamSettings {
  const settings = readEntry(entry);
  const missing = missingOf(settings);
  if (missing) throw new Error(`upstreams: ${settings.name}, kind ${settings.kind} needs ${missing}`);
  return settings;
}

/** What tells where it is, for the kinds that have no address of their own. */
function missingOf({ kind, base_url: url, resource, project, location }: UpstreamSettings): string | undefined {
  if (kind === 'azure' && url === undefined && resource === undefined) return 'resource or base_url';
  if (kind === 'vertex' && (project === undefined || location === undefined)) return 'project and location';
  return undefined;
}
