// A transport failure between the service and an upstream, as opposed to an error response of the upstream.
export type UpstreamFault = 'unreachable' | 'timeout' | 'broken';

export class UpstreamError extends Error {
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'UpstreamError';
    this.fault = fault;
  }
}

/** What happened on the way to the upstream, whatever the error became since. `timeout`: our own limit ended the call. */
export function faultOf(error: unknown): UpstreamFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UpstreamError) return cause.fault;
  return undefined;
}
