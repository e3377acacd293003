// Settings of an upstream of any kind that watch over it: probes at an interval, and a budget.
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { creditsToMicro, type MicroCredits } from '../core/money.ts';

const credits = Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }));

export const watchSettings = {
  probe_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'How often it is probed, at least every 10 seconds apart; default 0: never.',
    }),
  ),
  probe: Type.Optional(
    Type.Enum(['models', 'call'], {
      description: 'What is asked: its list of models, or a call that it bills; default models, for text only.',
    }),
  ),
  probe_failures: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description: 'After so many failed probes in a row it gets no calls until one succeeds; default 3.',
    }),
  ),
  budget: Type.Optional(
    Type.Object(
      { day: credits, month: credits },
      {
        additionalProperties: false,
        minProperties: 1,
        description: 'What it may cost the operator in a day and in a month (UTC), in credits; then it gets no calls.',
      },
    ),
  ),
};

const Watch = Type.Object(watchSettings);
type Watch = Static<typeof Watch>;
const check = Compile(Watch);

export interface ProbeSettings {
  everyMs: number;
  asks: 'models' | 'call';
  failures: number;
}

const LEAST_SECONDS = 10;
const DEFAULT_FAILURES = 3;
/** Of text, with a list of models at an address of their own. */
const HAS_LIST: readonly unknown[] = [undefined, 'openai', 'azure', 'anthropic', 'google'];

/** What is wrong with the settings of an entry that is valid otherwise. */
export function refuseWatch(list: string, entry: object): string | undefined {
  if (!check.Check(entry)) return undefined;
  const { probe_seconds: seconds = 0, probe = 'models', kind } = entry as Watch & { kind?: unknown };
  if (seconds > 0 && seconds < LEAST_SECONDS) return `probe_seconds must be 0 or at least ${LEAST_SECONDS}`;
  const hasList = list === 'upstreams' && HAS_LIST.includes(kind);
  if (seconds > 0 && probe === 'models' && !hasList)
    return 'probe must be call: such a server has no list of models to ask for';
  return undefined;
}

/** Of an entry that was validated before; undefined if it is not probed. */
export function readProbe(entry: object): ProbeSettings | undefined {
  if (!check.Check(entry)) return undefined;
  const { probe_seconds: seconds = 0, probe = 'models', probe_failures: failures = DEFAULT_FAILURES } = entry;
  return seconds === 0 ? undefined : { everyMs: seconds * 1_000, asks: probe, failures };
}

export interface BudgetSettings {
  day?: MicroCredits;
  month?: MicroCredits;
}

/** Of an entry that was validated before; undefined if it has none. */
export function readBudget(entry: object): BudgetSettings | undefined {
  if (!check.Check(entry) || !entry.budget) return undefined;
  const { day, month } = entry.budget;
  return {
    ...(day === undefined ? {} : { day: creditsToMicro(day) }),
    ...(month === undefined ? {} : { month: creditsToMicro(month) }),
  };
}
