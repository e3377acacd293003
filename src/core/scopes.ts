// Scopes of API keys: one module each, `read` or `write`.
const MODULES = [
  'chat',
  'code',
  'music',
  'image',
  'video',
  'audio',
  'builder',
  'library',
  'payments',
  'usage',
  'requests',
  'webhooks',
  'jobs',
  'files',
  'account',
  'operator',
] as const;

export type Scope = `${(typeof MODULES)[number]}:${'read' | 'write'}`;

const ALL_SCOPES: readonly Scope[] = MODULES.flatMap((name): Scope[] => [`${name}:read`, `${name}:write`]);

/** `*` allows everything within the key's own account; `music` means `music:read` and `music:write`; writing includes reading. */
export function allows(granted: readonly string[], wanted: Scope): boolean {
  const [module] = wanted.split(':');
  return (
    // `*` excludes the operator scopes: a leaked everyday key of the operator must not give access to other accounts.
    (module !== 'operator' && granted.includes('*')) ||
    granted.includes(wanted) ||
    (module !== undefined && granted.includes(module)) ||
    (wanted.endsWith(':read') && granted.includes(`${module}:write`))
  );
}

/** Whether a caller with the `granted` scopes may grant `scope` to a new key. */
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
