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
  'operator',
] as const;

export type Scope = `${(typeof MODULES)[number]}:${'read' | 'write'}`;

const ALL_SCOPES: readonly Scope[] = MODULES.flatMap((name): Scope[] => [`${name}:read`, `${name}:write`]);

/** `*` is everything that an account can do with its own; `music` is both of music; writing includes reading. */
export function allows(granted: readonly string[], wanted: Scope): boolean {
  const [module] = wanted.split(':');
  return (
    // What touches other accounts must be named: an everyday key of the owner that leaks is no key to the whole service.
    (module !== 'operator' && granted.includes('*')) ||
    granted.includes(wanted) ||
    (module !== undefined && granted.includes(module)) ||
    (wanted.endsWith(':read') && granted.includes(`${module}:write`))
  );
}

/** Whether whoever holds `granted` may hand out `scope`. */
export function holds(granted: readonly string[], scope: string): boolean {
  if (scope === '*' || granted.includes(scope)) return granted.includes(scope);
  const parts = scope.includes(':') ? [scope] : [`${scope}:read`, `${scope}:write`];
  return parts.every((part) => allows(granted, part as Scope));
}

export function isScope(value: string): boolean {
  return (
    value === '*' || (MODULES as readonly string[]).includes(value) || (ALL_SCOPES as readonly string[]).includes(value)
  );
}
