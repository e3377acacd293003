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
