// What a key may be allowed to do: one module, to read or to write.
const MODULES = [
  'chat',
  'code',
  'music',
  'image',
  'video',
  'builder',
  'payments',
  'usage',
  'webhooks',
  'jobs',
  'files',
  'account',
] as const;

export type Scope = `${(typeof MODULES)[number]}:${'read' | 'write'}`;

const ALL_SCOPES: readonly Scope[] = MODULES.flatMap((name): Scope[] => [`${name}:read`, `${name}:write`]);

/** `*` is everything; `music` is both of music; writing includes reading. */
export function allows(granted: readonly string[], wanted: Scope): boolean {
  const [module] = wanted.split(':');
  return (
    granted.includes('*') ||
    granted.includes(wanted) ||
    (module !== undefined && granted.includes(module)) ||
    (wanted.endsWith(':read') && granted.includes(`${module}:write`))
  );
}

export function isScope(value: string): boolean {
  return (
    value === '*' || (MODULES as readonly string[]).includes(value) || (ALL_SCOPES as readonly string[]).includes(value)
  );
}
