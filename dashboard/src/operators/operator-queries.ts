// Calls of the operator's routes: always in the live environment, and each action once, however often it is sent.
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { type Body, type CallInput, liveClient, type OperationName, type Reply } from '../api/client.ts';

type OperatorOperation = Extract<OperationName, `${string} /operator/${string}`>;
type Reading = Extract<OperatorOperation, `GET ${string}`>;
type Acting = Extract<OperatorOperation, `POST ${string}`>;
type Paged = { [C in Reading]: Reply<C> extends { next_cursor: string | null } ? C : never }[Reading];
export type Row<C extends Paged> = Reply<C>['data'][number];

export function useOperatorQuery<C extends Reading>(
  name: C,
  input: CallInput<C> = {},
  refetchMs?: number,
): UseQueryResult<Reply<C>> {
  return useQuery({
    queryKey: [name, 'operator', input],
    queryFn: ({ signal }) => liveClient().call(name, input, { signal }),
    ...(refetchMs ? { refetchInterval: refetchMs } : {}),
  });
}

export type Pages<C extends Paged> = UseInfiniteQueryResult<InfiniteData<Reply<C>>>;

export function useOperatorPages<C extends Paged>(
  name: C,
  filter: CallInput<C>['query'],
  refetchMs?: number,
): Pages<C> {
  return useInfiniteQuery({
    queryKey: [name, 'operator', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      liveClient().call(name, { query: { ...filter, cursor: pageParam } } as CallInput<C>, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    ...(refetchMs ? { refetchInterval: refetchMs } : {}),
  });
}

/** `onceKey` identifies this action: sending it again, for example after a broken connection, changes nothing more. */
export function act<C extends Acting>(name: C, id: string, body: Body<C>, onceKey: string): Promise<Reply<C>> {
  return liveClient().call(name, { params: { id }, body } as CallInput<C>, { idempotencyKey: onceKey });
}
