// Series for every alert rule: those of a healthy service, those that make the rule fire, and those that almost do.

/** Series and their values, as promtool writes them: `start+step x times`, a value each minute. */
type SeriesValues = Record<string, string>;

interface AlertCase {
  /** In place of the healthy ones; null: the series is missing. */
  fires: Record<string, string | null>;
  /** Less, or not for so long: nothing fires. */
  almost: Record<string, string | null>;
  /** After so many minutes. */
  minutes: number;
  /** The condition holds, but not long enough. */
  tooEarly: number;
  labels?: Record<string, string>;
  summary: string;
}

const NODE = 'instance="one:3000",job="atelier"';
const LAST = 240;

/** A value that stays. */
const stays = (value: number) => `${value}+0x${LAST}`;
/** A counter that grows by so much each minute. */
const grows = (step: number) => `0+${step}x${LAST}`;
/** Healthy, then the value for so many minutes, then healthy again. */
const forMinutes = (minutes: number, value: number, healthy: number) =>
  `${healthy}+0x10 ${value}+0x${minutes} ${healthy}+0x${LAST - minutes}`;

/** A counter that grows to so many within a quarter of an hour, and no further. */
const few = (count: number) => `0+0x19 1+1x${count - 1} ${count}+0x${LAST - 20 - count}`;

const up = `up{${NODE}}`;
const dependency = (name: string) => `atelier_dependency_up{dependency="${name}",${NODE}}`;
const requests = (status: number) =>
  `atelier_requests_total{method="POST",route="/chat/completions",status="${status}",${NODE}}`;
const reads = (le: string) => `atelier_request_seconds_bucket{le="${le}",route="/account",${NODE}}`;
const readCount = `atelier_request_seconds_count{route="/account",${NODE}}`;
const streams = 'model="large-1",module="chat",upstream="far"';
const firstToken = (le: string) => `atelier_first_token_seconds_bucket{le="${le}",${streams},${NODE}}`;
const firstTokenCount = `atelier_first_token_seconds_count{${streams},${NODE}}`;
const attempts = (outcome: string) =>
  `atelier_upstream_attempts_total{model="large-1",outcome="${outcome}",upstream="far",${NODE}}`;
const breaker = `atelier_upstream_breaker_open{model="large-1",upstream="far",${NODE}}`;
const jobs = (name: string, kind = 'image') => `atelier_${name}{kind="${kind}",${NODE}}`;
const holds = `atelier_holds{${NODE}}`;
const overdue = `atelier_webhook_overdue_seconds{${NODE}}`;
const webhooks = (result: string) => `atelier_webhook_attempts_total{result="${result}",${NODE}}`;
const loop = `atelier_nodejs_eventloop_lag_p99_seconds{${NODE}}`;
const waiting = `atelier_database_waiting{${NODE}}`;
const segments = `atelier_archive_waiting_segments{${NODE}}`;

/** Ten calls run at any time, some of them fail, jobs wait for a moment. */
export const HEALTHY: SeriesValues = {
  [up]: stays(1),
  [dependency('PostgreSQL')]: stays(1),
  [dependency('The bucket')]: stays(1),
  [dependency('Redis')]: stays(1),
  [dependency('The mail server')]: stays(1),
  [requests(200)]: grows(600),
  [requests(503)]: grows(6),
  [reads('0.05')]: grows(58),
  [reads('1')]: grows(60),
  [reads('5')]: grows(60),
  [reads('+Inf')]: grows(60),
  [readCount]: grows(60),
  [firstToken('0.5')]: grows(300),
  [firstToken('10')]: grows(300),
  [firstToken('30')]: grows(300),
  [firstToken('+Inf')]: grows(300),
  [firstTokenCount]: grows(300),
  [attempts('succeeded')]: grows(600),
  [attempts('failed')]: grows(12),
  [breaker]: stays(0),
  [jobs('jobs_waiting')]: stays(3),
  [jobs('jobs_running')]: stays(2),
  [jobs('oldest_waiting_job_seconds')]: stays(40),
  [jobs('oldest_waiting_job_seconds', 'batch')]: stays(7_200),
  [`atelier_call_seconds_sum{${streams},${NODE}}`]: grows(600),
  [holds]: stays(15),
  [overdue]: stays(0),
  [webhooks('2xx')]: grows(50),
  [webhooks('5xx')]: grows(2),
  [loop]: stays(0.02),
  [waiting]: stays(0),
  [segments]: stays(1),
};

const FAR = { upstream: 'far' };
const LARGE = { model: 'large-1', upstream: 'far' };
const ONE = { instance: 'one:3000' };

export const ALERT_CASES: Record<string, AlertCase> = {
  AtelierDown: {
    fires: { [up]: forMinutes(10, 0, 1) },
    almost: { [up]: forMinutes(1, 0, 1) },
    minutes: 15,
    tooEarly: 12,
    labels: { ...ONE, job: 'atelier' },
    summary: 'one:3000 does not answer /metrics.',
  },
  AtelierNotReady: {
    fires: { [dependency('PostgreSQL')]: forMinutes(10, 0, 1) },
    almost: { [dependency('PostgreSQL')]: forMinutes(1, 0, 1) },
    minutes: 15,
    tooEarly: 12,
    labels: { dependency: 'PostgreSQL' },
    summary: 'PostgreSQL does not answer at least one node.',
  },
  AtelierBucketDown: {
    fires: { [dependency('The bucket')]: forMinutes(10, 0, 1) },
    almost: { [dependency('The bucket')]: forMinutes(1, 0, 1) },
    minutes: 15,
    tooEarly: 12,
    labels: { dependency: 'The bucket' },
    summary: 'The bucket does not answer at least one node.',
  },
  AtelierDependencyDown: {
    fires: { [dependency('Redis')]: forMinutes(10, 0, 1) },
    almost: { [dependency('Redis')]: forMinutes(3, 0, 1) },
    minutes: 18,
    tooEarly: 15,
    labels: { dependency: 'Redis' },
    summary: 'Redis does not answer at least one node.',
  },
  AtelierErrors: {
    fires: { [requests(503)]: grows(200) },
    // Every request fails, but there are few.
    almost: { [requests(200)]: null, [requests(503)]: few(7) },
    minutes: 40,
    tooEarly: 4,
    summary: '25% of the requests are answered with 5xx.',
  },
  AtelierRequestsSlow: {
    fires: { [reads('0.05')]: grows(30), [reads('1')]: grows(30) },
    // All are slow, but nobody asks.
    almost: {
      [reads('0.05')]: stays(0),
      [reads('1')]: stays(0),
      [reads('5')]: grows(1),
      [reads('+Inf')]: grows(1),
      [readCount]: grows(1),
    },
    minutes: 40,
    tooEarly: 10,
    summary: 'Requests that only read the database take 4.92s (p99).',
  },
  AtelierFirstTokenSlow: {
    fires: { [firstToken('0.5')]: grows(100), [firstToken('10')]: grows(100) },
    // All are slow, but there are few.
    almost: {
      [firstToken('0.5')]: stays(0),
      [firstToken('10')]: stays(0),
      [firstToken('30')]: few(15),
      [firstToken('+Inf')]: few(15),
      [firstTokenCount]: few(15),
    },
    minutes: 40,
    tooEarly: 10,
    labels: LARGE,
    summary: 'Streams of large-1 at far begin after 29.7s (p99).',
  },
  AtelierUpstreamFails: {
    fires: { [attempts('failed')]: grows(200) },
    // All fail, but there are few.
    almost: { [attempts('succeeded')]: null, [attempts('failed')]: few(7) },
    minutes: 20,
    tooEarly: 4,
    labels: FAR,
    summary: '25% of the attempts at far fail.',
  },
  AtelierUpstreamPaused: {
    // The gauge falls to 0 between the end of a pause and the next attempt.
    fires: { [breaker]: '1+0x2 0 1+0x3 0 0 1+0x3 0 1+0x200' },
    almost: { [breaker]: forMinutes(2, 1, 0) },
    minutes: 16,
    tooEarly: 8,
    labels: LARGE,
    summary: 'large-1 at far has been paused again and again for 10 minutes.',
  },
  AtelierJobsNotTaken: {
    fires: { [jobs('jobs_running')]: stays(0) },
    // The only worker is busy with another kind.
    almost: { [jobs('jobs_running')]: stays(0), [jobs('jobs_running', 'video')]: stays(1) },
    minutes: 10,
    tooEarly: 4,
    summary: '3 jobs wait and none runs.',
  },
  AtelierJobsWaitLong: {
    fires: { [jobs('oldest_waiting_job_seconds')]: stays(5_400) },
    almost: { [jobs('oldest_waiting_job_seconds')]: forMinutes(10, 5_400, 40) },
    minutes: 25,
    tooEarly: 10,
    labels: { kind: 'image' },
    summary: 'The oldest image job has waited for 1h 30m 0s.',
  },
  AtelierHoldsStay: {
    fires: { [holds]: stays(200) },
    // A hundred calls run at any time.
    almost: { [holds]: stays(200), [`atelier_call_seconds_sum{${streams},${NODE}}`]: grows(6_000) },
    minutes: 100,
    tooEarly: 50,
    summary: '175 more holds are open than jobs and calls explain.',
  },
  AtelierWebhooksOverdue: {
    fires: { [overdue]: stays(600) },
    almost: { [overdue]: stays(200) },
    minutes: 15,
    tooEarly: 4,
    summary: 'A webhook delivery has been due for 10m 0s.',
  },
  AtelierWebhooksFail: {
    fires: { [webhooks('no answer')]: grows(148) },
    // Two endpoints of a quiet service fail.
    almost: { [webhooks('2xx')]: null, [webhooks('5xx')]: null, [webhooks('no answer')]: few(15) },
    minutes: 60,
    tooEarly: 10,
    summary: '75% of the webhook attempts are not answered with 2xx.',
  },
  AtelierLoopDelayed: {
    fires: { [loop]: stays(0.5) },
    almost: { [loop]: forMinutes(5, 0.5, 0.02) },
    minutes: 20,
    tooEarly: 8,
    labels: ONE,
    summary: 'The event loop of one:3000 is late by 500ms (p99).',
  },
  AtelierDatabaseConnectionsUsedUp: {
    fires: { [waiting]: stays(12) },
    almost: { [waiting]: '0+0x10 12+0x2 0 12+0x3 0+0x200' },
    minutes: 17,
    tooEarly: 4,
    labels: ONE,
    summary: '12 statements of one:3000 wait for a connection to PostgreSQL.',
  },
  AtelierArchiveWaits: {
    fires: { [segments]: stays(20) },
    almost: { [segments]: stays(9) },
    minutes: 20,
    tooEarly: 8,
    summary: '20 segments of 16 MB wait to be archived.',
  },
};
