// Reads one entry of LiteLLM's model_list: where the model is, what it does, what it costs, and which of its fields are left out.

import { asRecord } from '../../core/unknown-json.ts';
import { refuseUpstreamAddress } from '../../net/upstream-address.ts';
import { leftFields } from './config-fields.ts';
import { type List, readCosts } from './costs.ts';
import { plainText } from './plain-text.ts';
import { isPlainModel, placeOf, splitModel } from './providers.ts';
import { isSet, StaysBehind } from './stays-behind.ts';
import type { Row, Spot } from './upstream-rows.ts';
import type { Variables } from './variables.ts';

export interface Surroundings {
  creditsPerDollar: number;
  /** Fields of model_info that the operator says limit nothing. */
  vouched: ReadonlySet<string>;
  variables: Variables;
  /** default_litellm_params: LiteLLM adds them to every model. */
  defaults: Row;
  /** Whether LiteLLM refuses calls beyond rpm and tpm of a model. */
  enforcesRates: boolean;
}

export interface ReadModel {
  id: string;
  spot: Spot;
  isPattern: boolean;
  /** The entry of `models`, without fallbacks. */
  entry: Row;
  left: [field: string, why: string][];
}

const LIST_OF_MODE: Readonly<Record<string, List>> = {
  chat: 'upstreams',
  completion: 'upstreams',
  responses: 'upstreams',
  image_generation: 'image_upstreams',
  audio_speech: 'speech_upstreams',
  audio_transcription: 'transcription_upstreams',
};
/** LiteLLM needs no mode where the name tells it. */
const MODE_OF_NAME: readonly [RegExp, string][] = [
  [/embed/i, 'embedding'],
  [/rerank/i, 'rerank'],
  [/moderation/i, 'moderation'],
  [/realtime/i, 'realtime'],
  [/sora/i, 'video_generation'],
  [/dall-e|gpt-image/i, 'image_generation'],
  [/tts/i, 'audio_speech'],
  [/whisper|transcribe/i, 'audio_transcription'],
];
const SIDE_MODES = ['embedding', 'rerank', 'moderation'];
/** What a header can hold, since answers name their model in one. */
const ID = /^[!-~](?:[ -~]{0,198}[!-~])?$/;
const MAX_TOKENS = 100_000_000;

export function readModel(entry: Row, around: Surroundings): ReadModel {
  const id = entry.model_name;
  if (typeof id !== 'string' || !ID.test(id))
    throw new StaysBehind(
      'a name has 1 to 200 letters, digits or signs of ASCII here, and does not begin or end with a space',
    );
  if (id === 'default') throw new StaysBehind('the name "default" stands for the first model here');
  const given = recordOf(entry, 'litellm_params');
  const params = {
    ...around.defaults,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
  };
  const info = recordOf(entry, 'model_info');
  const { spot, model } = spotOf(params, info, around.variables);
  const isPattern = id.includes('*') || model.includes('*');
  const left = [
    ...leftFields('entry', entry, new Set()),
    ...leftFields('litellm_params', params, new Set()),
    ...leftFields('model_info', info, around.vouched),
  ];
  const rates = [entry, params, info].flatMap((row) => ['rpm', 'tpm'].filter((name) => isSet(row[name])));
  if (rates.length > 0 && (around.enforcesRates || isPattern))
    throw new StaysBehind(
      `${[...new Set(rates)].join(', ')} of a model ${isPattern ? 'with a pattern' : 'that LiteLLM enforces'} cannot be held here`,
    );
  const { cost, left: leftCosts } = readCosts(spot.list, [info, params], around.creditsPerDollar);
  if (cost && isPattern) throw new StaysBehind('costs of a pattern have no counterpart here');
  const weight = numberIn(params, 'weight', Number.MAX_SAFE_INTEGER);
  const isText = spot.list === 'upstreams';
  const [context, output] = ['max_input_tokens', 'max_output_tokens'].map((name) => wholeNumberIn(info, name));
  // Last, since a model that stays behind brings no key.
  const keyName = around.variables.nameOfKey(spot.provider, params.api_key);
  return {
    id,
    spot: { ...spot, keyName },
    isPattern,
    entry: {
      id,
      ...(model === id ? {} : { upstream_id: model }),
      ...(weight === undefined ? {} : { weight }),
      ...(isText && context ? { context_window: context } : {}),
      ...(isText && output ? { max_output_tokens: output } : {}),
      ...(cost ? { cost } : {}),
    },
    left: [...left, ...leftCosts, ...leftOf(params, info, spot)],
  };
}

function spotOf(params: Row, info: Row, variables: Variables): { spot: Omit<Spot, 'keyName'>; model: string } {
  const text = (name: string) => variables.textOf(name, params[name]);
  const { provider, model } = splitModel(text('model') ?? '', text('custom_llm_provider'));
  if (!model) throw new StaysBehind('it names no model');
  const mode = modeOf(info.mode, model);
  const list = Object.hasOwn(LIST_OF_MODE, mode) ? LIST_OF_MODE[mode] : undefined;
  if (!list)
    throw new StaysBehind(
      `nothing here does the work "${plainText(mode)}"${SIDE_MODES.includes(mode) ? ' for an upstream of the file: it is done by the server at OPENAI_BASE_URL' : ''}`,
    );
  const addresses = new Set([text('api_base'), text('base_url')].filter((one) => one !== undefined));
  if (addresses.size > 1) throw new StaysBehind('its api_base and base_url are two addresses');
  const [address] = addresses;
  const place = placeOf(provider, address);
  if (!place)
    throw new StaysBehind(`the provider ${plainText(provider) || '(none)'} is not supported, or needs an api_base`);
  if (list !== 'upstreams' && place.kind !== 'openai') throw new StaysBehind(`${provider} is connected for text only`);
  if (!isPlainModel(provider, model)) throw new StaysBehind(`the name ${plainText(model)} holds more than the model`);
  const problem = place.baseUrl && refuseUpstreamAddress(place.baseUrl, { origins: [], port: -1 });
  if (problem) throw new StaysBehind(`its api_base has no counterpart: ${problem}`);
  const region = text('aws_region_name');
  return { spot: { ...place, list, provider, region: place.kind === 'bedrock' ? region : undefined }, model };
}

/** What is taken over at some models only. */
function leftOf(params: Row, info: Row, { kind, list }: Omit<Spot, 'keyName'>): [field: string, why: string][] {
  const left: [string, string][] = [];
  if (kind !== 'bedrock' && isSet(params.aws_region_name)) left.push(['aws_region_name', 'only Bedrock has regions']);
  if (list === 'upstreams') return left;
  for (const name of ['max_input_tokens', 'max_output_tokens'])
    if (isSet(info[name])) left.push([name, 'only text has tokens']);
  return left;
}

function modeOf(mode: unknown, model: string): string {
  if (isSet(mode)) return typeof mode === 'string' ? mode : '(which cannot be read)';
  return MODE_OF_NAME.find(([pattern]) => pattern.test(model))?.[1] ?? 'chat';
}

function recordOf(entry: Row, name: string): Row {
  const value = entry[name];
  if (isSet(value) && !asRecord(value)) throw new StaysBehind(`its ${name} cannot be read`);
  return asRecord(value) ?? {};
}

function numberIn(row: Row, name: string, most: number): number | undefined {
  const value = row[name];
  if (!isSet(value)) return undefined;
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && number >= 0 && number <= most) return number;
  throw new StaysBehind(`its ${name} is no number that can be used here`);
}

function wholeNumberIn(row: Row, name: string): number | undefined {
  const number = numberIn(row, name, MAX_TOKENS);
  if (number !== undefined && !Number.isInteger(number)) throw new StaysBehind(`its ${name} is no whole number`);
  return number;
}
