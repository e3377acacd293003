// The kinds of customers' content that are kept for a time, and the settings that say for how long.

export const RETENTION_KINDS = [
  'prompts',
  'jobs',
  'batches',
  'conversations',
  'responses',
  'vector_stores',
  'files',
  'uploads',
  'request_log',
  'request_bodies',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Days; 0: forever. */
export type RetentionDays = Readonly<Record<RetentionKind, number>>;

export const RETENTION_VARIABLES = {
  prompts: 'RETAIN_PROMPTS_DAYS',
  jobs: 'RETAIN_JOBS_DAYS',
  batches: 'RETAIN_BATCHES_DAYS',
  conversations: 'RETAIN_CONVERSATIONS_DAYS',
  responses: 'RETAIN_RESPONSES_DAYS',
  vector_stores: 'RETAIN_VECTOR_STORES_DAYS',
  files: 'RETAIN_ARTIFACTS_DAYS',
  uploads: 'RETAIN_UPLOADS_DAYS',
  request_log: 'REQUEST_LOG_DAYS',
  request_bodies: 'REQUEST_LOG_BODY_DAYS',
} as const satisfies Record<RetentionKind, string>;

/** Shorter retentions could take away what running work still needs. */
export const LEAST_RETENTION_DAYS = 7;

/** Batches go with the jobs, and logged bodies at the latest with their request, unless something says otherwise. */
export function completeRetention(days: Partial<RetentionDays>, other: RetentionDays): RetentionDays {
  const all = { ...other, ...days };
  const batches = days.batches ?? (days.jobs === undefined ? other.batches : days.jobs);
  return { ...all, batches, request_bodies: Math.min(all.request_bodies, all.request_log) };
}
