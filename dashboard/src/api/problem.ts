// What went wrong with a call, in words that can be shown as they are.
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  readonly requestId: string | null;

  constructor(message: string, facts: { status: number; code: string; param?: string | null; requestId?: string }) {
    super(message);
    this.name = 'ApiProblem';
    this.status = facts.status;
    this.code = facts.code;
    this.param = facts.param ?? null;
    this.requestId = facts.requestId ?? null;
  }
}

/** From an error body: the API's own shape, or the session API's `{message}`. */
export function problemOf(status: number, body: unknown): ApiProblem {
  const answer = (body ?? {}) as {
    message?: string;
    code?: string;
    error?: { message?: string; code?: string; param?: string | null; request_id?: string };
  };
  const { error } = answer;
  return new ApiProblem(
    error?.message ?? busyWords(status) ?? answer.message ?? `The server answered with status ${status}.`,
    {
      status,
      code: error?.code ?? answer.code ?? 'unknown',
      param: error?.param ?? null,
      ...(error?.request_id ? { requestId: error.request_id } : {}),
    },
  );
}

/** The session API's own words for it say nothing of what to do. */
function busyWords(status: number): string | undefined {
  return status === 429 ? 'The server gets too many requests from here. Wait a minute, then try again.' : undefined;
}

export function unreachable(): ApiProblem {
  return new ApiProblem('The server cannot be reached. Check that it runs and that you are online, then try again.', {
    status: 0,
    code: 'unreachable',
  });
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
