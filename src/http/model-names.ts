// Replaces another service's model name with one of this service's models, wherever a call names one, and reports it in
// the response.
import type { Caller } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import type { Outcome } from './outcome.ts';

/** Model names that this service does not have, and its replacements for them. */
export interface OtherNames {
  /** Undefined: the name stays. A `model` of undefined: the default model. */
  standIn(name: string): { model: string | undefined } | undefined;
  /** A sentence for the error that refuses the name. */
  advise(name: string, caller: Caller): string | undefined;
}

/** Far longer than any: names of the model hub have at most 200. */
const MAX_NAME_LENGTH = 512;

/** Before anything looks for such a name, or repeats it in an error. */
export function refuseLongName(sent: Naming): void {
  if ((nameIn(sent)?.length ?? 0) <= MAX_NAME_LENGTH) return;
  throw new ServiceError('unknown_model', `No model has a name of more than ${MAX_NAME_LENGTH} characters.`, {
    param: 'model',
  });
}

interface Naming {
  params: Readonly<Record<string, string | undefined>>;
  body: unknown;
}

/** The same call with one of this service's models; `standIn` is that model if the name was replaced. */
export function withOwnNames({ params, body }: Naming, names: OtherNames): Naming & { standIn?: string | undefined } {
  const name = nameIn({ params, body });
  const found = name === undefined ? undefined : names.standIn(name);
  if (!found) return { params, body };
  const { model } = found;
  if (params.model !== undefined) return { params: { ...params, model }, body, standIn: model };
  const { model: _other, ...rest } = body as Record<string, unknown>;
  return { params, body: model === undefined ? rest : { ...rest, model }, standIn: model };
}

/** The error for an unknown name, with suggestions. */
export function advised(
  error: unknown,
  sent: Naming,
  { modelNames, caller }: { modelNames: OtherNames; caller: Caller },
): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'unknown_model') return error;
  const name = nameIn(sent);
  const advice = name === undefined ? undefined : modelNames.advise(name, caller);
  if (advice === undefined) return error;
  return new ServiceError('unknown_model', `${error.message} ${advice}`, {
    cause: error.cause,
    ...(error.param === null ? {} : { param: error.param }),
  });
}

export function withModelHeader(outcome: Outcome, model: string): Outcome {
  return { ...outcome, headers: { ...outcome.headers, 'x-model': model } };
}

function nameIn({ params, body }: Naming): string | undefined {
  if (params.model !== undefined) return params.model;
  const model = typeof body === 'object' && body !== null && 'model' in body ? body.model : undefined;
  return typeof model === 'string' ? model : undefined;
}
