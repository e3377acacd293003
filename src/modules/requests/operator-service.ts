// Reads the request log of all accounts for the operator.
import { cutPage, pageBody } from '../../core/page.ts';
import type { Database } from '../../store/database.ts';
import { listRequestLines } from '../../store/operators-requests.ts';
import type { OperatorRequestQuery } from './operator-schema.ts';
import { cursorAfter, readPosition, readTime, showRequest } from './present.ts';

const DEFAULT_LIMIT = 20;

export class OperatorRequests {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(query: OperatorRequestQuery): Promise<object> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listRequestLines(this.#database.queries, {
      limit: limit + 1,
      before: readPosition(query.cursor),
      id: query.request_id,
      accountId: query.account_id,
      environment: query.environment ?? 'live',
      status: query.status,
      from: readTime(query.from, 'from'),
      to: readTime(query.to, 'to'),
    });
    const { page, next } = cutPage(rows, limit, cursorAfter);
    return pageBody(
      page.map((line) => ({
        ...showRequest(line),
        upstream: line.upstream,
        account_id: line.accountId,
        email: line.email,
      })),
      next,
    );
  }
}
