// The customer and run that a call names, and the errors when a cap or budget refuses the call.
import type { Caller, CustomerCaps, NamedRun } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import type { CapWords } from './spending-caps.ts';

export interface NamedTerms {
  customer: string | null;
  /** The default caps of customers without caps of their own. */
  customerCaps: CustomerCaps;
  run: NamedRun | null;
}

/** Per account and environment: bounds what a client that invents names can store. */
export const MAX_CUSTOMERS = 100_000;
export const MAX_RUNS = 100_000;
const NO_CAPS: CustomerCaps = { daily: null, monthly: null };

const CUSTOMER_DAY = -7;
const CUSTOMER_MONTH = -8;
const RUN_UNKNOWN = -9;
const RUN_ENDED = -10;
const RUN_HAS_OTHER_BUDGET = -11;
export const RUN_SPENT = -12;
const TOO_MANY_CUSTOMERS = -13;
const TOO_MANY_RUNS = -14;

/** null: the call names neither a customer nor a run. */
export function namedTerms({
  customer,
  customerCaps,
  run,
}: Pick<Caller, 'customer' | 'customerCaps' | 'run'>): NamedTerms | null {
  if (customer === undefined && !run) return null;
  return { customer: customer ?? null, customerCaps: customerCaps ?? NO_CAPS, run: run ?? null };
}

const RAISE_RUN = 'GET /runs/{id} shows its calls; PATCH /runs/{id} raises the budget.';

interface RunFunds {
  id: string;
  budget: MicroCredits;
  spent: MicroCredits;
  held: MicroCredits;
}

/** Throws the call's cost and the run's remaining budget, unless nothing is left. */
export function refuseByRun({ id, budget, spent, held }: RunFunds, needed: MicroCredits): void {
  const left = Math.max(0, budget - spent - held);
  if (left === 0 && held === 0) return;
  const others = held > 0 ? `; its running calls hold ${microToCredits(held)}` : '';
  throw short(
    `This call needs ${microToCredits(needed)} credits, and the run "${id}" has ${microToCredits(left)} of its budget of ${microToCredits(budget)} left${others}. ${RAISE_RUN}`,
  );
}

/** The customer's error, if `granted` is one of these refusals. */
export function namedRefusal(granted: number, terms: NamedTerms): ServiceError | undefined {
  const words = namedCapWords(granted, terms);
  if (words) return short(`${words.reached} ${words.advice}`);
  const { run } = terms;
  const what = `The run "${run?.id}"`;
  switch (granted) {
    case RUN_UNKNOWN:
      return wrong(`${what} does not exist. Its first call opens it with a budget: "X-Run: ${run?.id}; budget=50".`);
    case RUN_ENDED:
      return wrong(`${what} has ended: it was closed, or its seven days are over. Choose another id.`);
    case RUN_HAS_OTHER_BUDGET:
      return wrong(
        `${what} has another budget than ${microToCredits(run?.budget ?? 0)} credits. Only the key that opened a run can lower it by its header; raise it with PATCH /runs/{id}, or leave the budget out.`,
      );
    case TOO_MANY_CUSTOMERS:
      return short(
        `This account has ${MAX_CUSTOMERS} customers, the most there can be, and this key caps each of them. Those without caps of their own are forgotten when no call has named them for 90 days.`,
      );
    case TOO_MANY_RUNS:
      return wrong(`This account has ${MAX_RUNS} runs of the last weeks, the most there can be.`);
    default:
      return undefined;
  }
}

/** For the refusals by a cap or budget. */
export function namedCapWords(granted: number, { customer, run }: NamedTerms): CapWords | undefined {
  const who = `customer "${customer}"`;
  const raise = 'Raise it with PUT /customers/{id}, or wait';
  switch (granted) {
    case CUSTOMER_DAY:
      return {
        reached: `The ${who} has reached its daily cap.`,
        cap: `the daily cap of the ${who}`,
        advice: `${raise} until midnight UTC.`,
      };
    case CUSTOMER_MONTH:
      return {
        reached: `The ${who} has reached its monthly cap.`,
        cap: `the monthly cap of the ${who}`,
        advice: `${raise} for the next month.`,
      };
    case RUN_SPENT:
      return {
        reached: `The run "${run?.id}" has used up its budget.`,
        cap: `the budget of the run "${run?.id}"`,
        advice: RAISE_RUN,
      };
    default:
      return undefined;
  }
}

function short(message: string): ServiceError {
  return new ServiceError('insufficient_credits', message);
}

function wrong(message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param: 'X-Run' });
}
