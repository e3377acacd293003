// Why a key of LiteLLM is not taken over: something limits it that is not understood, or that nothing here can hold.

export class StaysBehind extends Error {}

/** What LiteLLM itself treats as "no limit", or leaves empty. */
export function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
