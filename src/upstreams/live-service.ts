// The settings of the service that the operator can change while it runs: its name, the free grant, and who may sign up.
import type { Config } from '../config/settings.ts';
import { completeRetention, RETENTION_KINDS, RETENTION_VARIABLES, type RetentionDays } from '../core/retention.ts';
import type { LiveSnapshot } from './live-settings.ts';

/** The environment wins where it sets a variable. */
const LIVE_FIELDS = [
  { field: 'serviceName', name: 'service_name', variable: 'SERVICE_NAME' },
  { field: 'serviceUrl', name: 'service_url', variable: 'SERVICE_URL' },
  { field: 'mediaMarks', name: 'media_marks', variable: 'MEDIA_MARKS' },
  { field: 'mediaPrompts', name: 'media_prompts', variable: 'MEDIA_PROMPTS' },
  { field: 'freeGrantCredits', name: 'free_grant', variable: 'FREE_GRANT' },
  { field: 'signUps', name: 'sign_ups', variable: 'SIGN_UPS' },
  { field: 'signUpDomains', name: 'sign_up_domains', variable: 'SIGN_UP_DOMAINS' },
  { field: 'modelAliases', name: 'model_aliases', variable: 'MODEL_ALIASES' },
  { field: 'modelNames', name: 'model_names', variable: 'MODEL_NAMES' },
  { field: 'modelRouting', name: 'model_routing', variable: 'MODEL_ROUTING' },
] as const;

/** The same configuration, whose live fields have the value of the moment at which they are read. */
export function withLiveService(config: Config, live: { readonly snapshot: Pick<LiveSnapshot, 'service'> }): Config {
  const following = { ...config };
  for (const { field, name, variable } of LIVE_FIELDS) {
    if (config.setByEnvironment.has(variable)) continue;
    Object.defineProperty(following, field, {
      enumerable: true,
      get: () => live.snapshot.service[name] ?? config[field],
    });
  }
  Object.defineProperty(following, 'retain', {
    enumerable: true,
    get: () => ({ ...config.retain, days: liveDays(config, live.snapshot.service.retention_days) }),
  });
  return following;
}

function liveDays({ retain, setByEnvironment }: Config, live: unknown): RetentionDays {
  if (typeof live !== 'object' || live === null) return retain.days;
  const given = live as Partial<RetentionDays>;
  const free = RETENTION_KINDS.filter(
    (kind) => given[kind] !== undefined && !setByEnvironment.has(RETENTION_VARIABLES[kind]),
  );
  const days: Partial<RetentionDays> = Object.fromEntries(free.map((kind) => [kind, given[kind]]));
  const isBatchesFixed = setByEnvironment.has(RETENTION_VARIABLES.batches);
  return completeRetention(isBatchesFixed ? { ...days, batches: retain.days.batches } : days, retain.days);
}

/** The names of live settings that the environment sets, and the values in effect. */
export function describeService(config: Config): { fixed: string[]; effective: Record<string, unknown> } {
  return {
    fixed: [
      ...LIVE_FIELDS.filter(({ variable }) => config.setByEnvironment.has(variable)).map(({ name }) => name),
      ...RETENTION_KINDS.filter((kind) => config.setByEnvironment.has(RETENTION_VARIABLES[kind])).map(
        (kind) => `retention_days.${kind}`,
      ),
    ],
    effective: {
      ...Object.fromEntries(LIVE_FIELDS.map(({ field, name }) => [name, config[field]])),
      retention_days: config.retain.days,
    },
  };
}
