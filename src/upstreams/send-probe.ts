// Sends one probe to an upstream: for its list of models, or a call as small as its kind allows, whose cost is the operator's.
import type { Money } from '../money/money.ts';
import { mayBeBilled } from '../net/provider-error.ts';
import type { ProbeParts } from './probes.ts';
import { emptyGot } from './try-calls.ts';
import type { Offer, UpstreamKind } from './upstream-kinds.ts';

type Book = Pick<Money, 'bookUnpaid' | 'bookLost'>;

/** Of nobody's account: the margins show it as the cost of this module. */
const OF_OPERATOR = { accountId: '', environment: 'live', module: 'probe', keyId: null } as const;

export function probeSender(kinds: readonly UpstreamKind[], book: Book): ProbeParts['send'] {
  return ({ makes, name }, asks, signal) => {
    const kind = kinds.find((one) => one.makes === makes);
    const offer = kind?.find(name);
    if (!kind || !offer) return undefined;
    if (asks === 'models') return offer.askForModels?.(signal);
    const [model] = offer.models;
    if (model === undefined) return undefined;
    return sendCall({ offer, book, upstream: name, model, prompt: kind.prompt }, signal);
  };
}

interface ProbeCall {
  offer: Offer;
  book: Book;
  upstream: string;
  model: string;
  prompt: string;
}

async function sendCall({ offer, book, upstream, model, prompt }: ProbeCall, signal: AbortSignal): Promise<void> {
  const got = emptyGot();
  const purpose = { ...OF_OPERATOR, model };
  const by = { engine: upstream, model };
  try {
    await offer.send({ model, prompt, got, sinceStart: () => 0, maxTokens: 1 }, signal);
  } catch (error) {
    if (mayBeBilled(error)) await book.bookLost(purpose, by);
    throw error;
  }
  const { usage, images, characters, milliseconds } = got;
  await book.bookUnpaid(purpose, { by, usage: { ...usage, images, characters, milliseconds } });
}
