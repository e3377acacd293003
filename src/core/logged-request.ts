// A row of the request log: what happened to one request.
import type { CallTrace } from './call-trace.ts';

type RequestOutcome = 'ok' | 'error' | 'stopped';

export interface LoggedRequest extends CallTrace {
  id: string;
  accountId: string;
  environment: 'live' | 'test';
  keyId: string | null;
  memberId: string | null;
  method: string;
  route: string;
  module: string;
  status: number;
  outcome: RequestOutcome;
  errorCode: string | null;
  errorMessage: string | null;
  requestBytes: number;
  responseBytes: number;
  streamed: boolean;
  firstByteMs: number | null;
  durationMs: number;
  startedAt: Date;
}
