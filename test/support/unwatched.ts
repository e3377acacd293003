// A watcher that keeps nothing of any call, for servers that a test builds by hand.
import { silentLog } from '../../src/core/log.ts';
import { CallWatcher } from '../../src/http/call-watcher.ts';
import { Metrics } from '../../src/http/metrics.ts';
import { RequestLog } from '../../src/http/request-log.ts';
import type { Database } from '../../src/store/database.ts';

export function unwatched(database: Database): CallWatcher {
  const requestLog = new RequestLog({ database, defaultLevel: 'off', bodyCharacters: 1024, log: silentLog });
  return new CallWatcher({ requestLog, telemetry: null, metrics: new Metrics() });
}
