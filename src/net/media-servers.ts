// Connects servers of speech or transcription: those listed in the configuration, each by its kind, and OpenAI if a key is set.
import Type, { type Static, type TProperties } from 'typebox';
import { hostingSettings } from './hosting.ts';
import { bearer } from './provider-call.ts';
import { retriesSetting, shareSettings } from './routing-settings.ts';
import { entryReader } from './upstream-entry.ts';
import { watchSettings } from './watch-settings.ts';

interface MediaServerSettings {
  entries: readonly Record<string, unknown>[];
  openAi: { baseUrl: string; apiKey: string | null } | null;
  secretByName(name: string): string | undefined;
}

interface MediaServer {
  name: string;
  baseUrl: string;
  headers: Record<string, string>;
  callMs: number;
}

const ModelNames = {
  ...shareSettings,
  id: Type.String({ minLength: 1, description: 'The name that customers use, with a version suffix.' }),
  upstream_id: Type.Optional(Type.String({ description: "The upstream's own name of the model." })),
};
const OPENAI_ORIGIN = 'https://api.openai.com';
const CALL_MS = 600_000;

/** How to read a list of servers. `fields` are the fields that its models have besides their names. */
interface MediaServerList<Fields extends TProperties, Model, Engine> {
  /** The field of the configuration. */
  list: string;
  fields: Fields;
  modelOf(entry: Static<ReturnType<typeof modelSchema<Fields>>>): Model;
  /** How each kind of server is connected. */
  kinds: { openai: Connect<Model, Engine> } & Readonly<Record<string, Connect<Model, Engine>>>;
  /** The models that OpenAI itself offers. */
  openAiModels: readonly Model[];
}

type Connect<Model, Engine> = (server: MediaServer, models: readonly Model[]) => Engine;

export function mediaServers<Fields extends TProperties, Model, Engine>({
  list,
  fields,
  modelOf,
  kinds,
  openAiModels,
}: MediaServerList<Fields, Model, Engine>): (settings: MediaServerSettings) => Engine[] {
  const schema = Type.Object(
    {
      name: Type.String({ minLength: 1 }),
      ...retriesSetting,
      ...hostingSettings,
      ...watchSettings,
      kind: Type.Enum(Object.keys(kinds)),
      base_url: Type.String({ minLength: 1 }),
      api_key_env: Type.Optional(Type.String({ description: 'The environment variable that holds the key.' })),
      models: Type.Array(modelSchema(fields), { minItems: 1 }),
    },
    { additionalProperties: false },
  );
  const read = entryReader(list, schema);
  return ({ entries, openAi, secretByName }) => {
    const named = entries.map((entry) => {
      const { name, kind, base_url: baseUrl, api_key_env: keyName, models } = read(entry);
      const connect = kinds[kind] ?? kinds.openai;
      const headers = bearer(keyName ? secretByName(keyName) : undefined);
      return connect({ name, baseUrl, headers, callMs: CALL_MS }, models.map(modelOf));
    });
    // Other servers that speak OpenAI's API rarely offer more than text, so those that do must be listed.
    if (!openAi?.apiKey || !openAi.baseUrl.startsWith(OPENAI_ORIGIN)) return named;
    const server = { name: 'openai', baseUrl: openAi.baseUrl, headers: bearer(openAi.apiKey), callMs: CALL_MS };
    return [...named, kinds.openai(server, openAiModels)];
  };
}

function modelSchema<Fields extends TProperties>(fields: Fields) {
  return Type.Object({ ...ModelNames, ...fields }, { additionalProperties: false });
}
