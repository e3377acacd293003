// Calls of the operator's routes: always in production whatever the switch says, and each act once, however often it is sent.
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { addressOf, type Body, type CallInput, type CallName, fetchOrExplain, type Reply } from '../api/call.ts';
import { problemOf } from '../api/problem.ts';

type DeskName = Extract<CallName, `${string} /operator/${string}`>;
type Reading = Extract<DeskName, `GET ${string}`>;
type Acting = Extract<DeskName, `POST ${string}`>;
type Paged = { [C in Reading]: Reply<C> extends { next_cursor: string | null } ? C : never }[Reading];
export type Row<C extends Paged> = Reply<C>['data'][number];

export function useDesk<C extends Reading>(
  name: C,
  input: CallInput<C> = {},
  refetchMs?: number,
): UseQueryResult<Reply<C>> {
  return useQuery({
    queryKey: [name, 'desk', input],
    queryFn: ({ signal }) => ask(name, input, { signal }),
    ...(refetchMs ? { refetchInterval: refetchMs } : {}),
  });
}

export type Pages<C extends Paged> = UseInfiniteQueryResult<InfiniteData<Reply<C>>>;

export function useDeskPages<C extends Paged>(name: C, filter: CallInput<C>['query'], refetchMs?: number): Pages<C> {
  return useInfiniteQuery({
    queryKey: [name, 'desk', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      ask(name, { query: { ...filter, cursor: pageParam } } as CallInput<C>, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    ...(refetchMs ? { refetchInterval: refetchMs } : {}),
  });
}

/** `onceKey` names this one act: sending it again, after a broken connection say, does nothing more. */
export function act<C extends Acting>(name: C, id: string, body: Body<C>, onceKey: string): Promise<Reply<C>> {
  return ask(name, { params: { id }, body } as CallInput<C>, { headers: { 'idempotency-key': onceKey } });
}

/** Not randomUUID: browsers keep it from pages that are served without TLS in a home network. */
export function newOnceKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function ask<C extends DeskName>(name: C, input: CallInput<C>, init: RequestInit): Promise<Reply<C>> {
  const { method, url } = addressOf(name, input);
  const json = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
  const headers = { ...init.headers, ...(input.body === undefined ? {} : { 'content-type': 'application/json' }) };
  const response = await fetchOrExplain(url.replace(/^\/sandbox\//, '/'), { ...init, ...json, method, headers });
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response.status, answer);
  return answer as Reply<C>;
}
