// A transport failure between the service and an upstream, as opposed to an error response of the upstream.
export type UpstreamFault = 'unreachable' | 'timeout' | 'broken';

/** For the customer, who reads of the model, and not of what is behind it. */
const MESSAGES: Readonly<Record<UpstreamFault, string>> = {
  unreachable: 'The model cannot be reached right now. Try again later.',
  timeout: 'The model did not answer in time. Try again later.',
  broken: 'The connection to the model was lost. Try again.',
};

export class UpstreamError extends Error {
  readonly fault: UpstreamFault;
  readonly upstream: string;

  constructor(fault: UpstreamFault, upstream: string, options: { cause?: unknown } = {}) {
    super(MESSAGES[fault], options);
    this.name = 'UpstreamError';
    this.fault = fault;
    this.upstream = upstream;
  }
}

/** What happened on the way to the upstream, whatever the error became since. `timeout`: our own limit ended the call. */
export function faultOf(error: unknown): UpstreamFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UpstreamError) return cause.fault;
  return undefined;
}
