// What can go wrong between us and an upstream before it has said anything of its own.
export type UpstreamFault = 'unreachable' | 'timeout' | 'broken';

export class UpstreamError extends Error {
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'UpstreamError';
    this.fault = fault;
  }
}
