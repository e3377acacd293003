// The fields of the form for a new upstream of each kind, and the settings that they produce.

export type Makes = 'text' | 'image' | 'music' | 'video' | 'speech' | 'transcription';
export type Unit = 'per_image' | 'per_second' | 'per_million_characters';

export interface KindOfWork {
  /** The kinds of servers. */
  kinds: readonly string[];
  /** The unit of its price and cost; null: tokens. */
  unit: Unit | null;
  /** Whether customers choose its models by name. */
  hasModels: boolean;
}

export const WORK: Record<Makes, KindOfWork> = {
  text: {
    kinds: ['openai', 'anthropic', 'google', 'mistral', 'bedrock', 'azure', 'vertex'],
    unit: null,
    hasModels: true,
  },
  image: {
    kinds: ['openai', 'automatic1111', 'comfyui', 'replicate', 'fal', 'luma', 'google'],
    unit: 'per_image',
    hasModels: true,
  },
  music: { kinds: ['ace-step', 'replicate', 'comfyui'], unit: 'per_second', hasModels: false },
  video: { kinds: ['openai', 'replicate', 'fal', 'luma', 'comfyui'], unit: 'per_second', hasModels: true },
  speech: { kinds: ['openai'], unit: 'per_million_characters', hasModels: true },
  transcription: { kinds: ['openai'], unit: 'per_second', hasModels: true },
};

export const MAKES = Object.keys(WORK) as Makes[];

interface PlaceField {
  /** In the settings. */
  name: string;
  isRequired: boolean;
}

/** What some kinds of servers need beside an address, or in place of it. */
export const PLACE_FIELDS: Readonly<Record<string, readonly PlaceField[]>> = {
  bedrock: [{ name: 'region', isRequired: true }],
  azure: [{ name: 'api_version', isRequired: false }],
  vertex: [
    { name: 'project', isRequired: true },
    { name: 'location', isRequired: true },
  ],
};

/** Text of these kinds is probed by its list of models; everything else by a call, which costs. */
const HAS_LIST = ['openai', 'azure', 'anthropic', 'google'];

export function isProbedByCall(makes: Makes, kind: string): boolean {
  return makes !== 'text' || !HAS_LIST.includes(kind);
}

/** A ComfyUI server makes images from a checkpoint alone; everything else needs a workflow. */
export function needsWorkflow(makes: Makes, kind: string): boolean {
  return kind === 'comfyui' && makes !== 'image';
}

type Values = Record<string, string>;

export function settingsOf(makes: Makes, kind: string, values: Values): Record<string, unknown> {
  const { address = '', model = '', upstreamModel = '', workflow = '' } = values;
  const { probeSeconds = '', budgetDay = '', budgetMonth = '' } = values;
  const { unit, hasModels } = WORK[makes];
  const server = {
    ...(makes === 'text' && kind === 'openai' ? { list_models: false } : { kind }),
    ...(address.trim() ? { base_url: address.trim() } : {}),
    ...Object.fromEntries(
      (PLACE_FIELDS[kind] ?? []).flatMap(({ name }) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])),
    ),
  };
  const watch = {
    ...(Number(probeSeconds) > 0
      ? { probe_seconds: Number(probeSeconds), ...(isProbedByCall(makes, kind) ? { probe: 'call' } : {}) }
      : {}),
    ...(budgetDay || budgetMonth
      ? {
          budget: {
            ...(budgetDay ? { day: Number(budgetDay) } : {}),
            ...(budgetMonth ? { month: Number(budgetMonth) } : {}),
          },
        }
      : {}),
  };
  const graph = needsWorkflow(makes, kind) ? { workflow: JSON.parse(workflow || '{}') } : {};
  const terms = { ...graph, ...(unit ? unitPrices(unit, values) : tokenPrices(values)) };
  const own = upstreamModel.trim();
  if (!hasModels) return { ...server, ...watch, ...(own ? { model: own } : {}), ...terms };
  return { ...server, ...watch, models: [{ id: model.trim(), ...(own ? { upstream_id: own } : {}), ...terms }] };
}

function tokenPrices({ priceInput = '', priceOutput = '', costInput = '', costOutput = '' }: Values): object {
  const pair = (input: string, output: string) => ({ input: Number(input), output: Number(output) });
  return {
    ...(priceInput || priceOutput ? { price: pair(priceInput, priceOutput) } : {}),
    ...(costInput || costOutput ? { cost: pair(costInput, costOutput) } : {}),
  };
}

function unitPrices(unit: Unit, { priceUnit = '', priceCall = '', costUnit = '', costCall = '' }: Values): object {
  const both = (amount: string, call: string) => ({
    ...(amount ? { [unit]: Number(amount) } : {}),
    ...(call ? { per_request: Number(call) } : {}),
  });
  return {
    ...(priceUnit || priceCall ? { price: both(priceUnit, priceCall) } : {}),
    ...(costUnit || costCall ? { cost: both(costUnit, costCall) } : {}),
  };
}
