// The user's sign-in settings from the session API: the second factor and the open sessions.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryClient } from './queries.ts';
import { ask, post } from './session.ts';

export interface Security {
  has_password: boolean;
  providers: string[];
  second_factor: boolean;
  recovery_codes_left: number;
  email_verified: boolean;
  /** What ended in the last thirty days when the address was verified. */
  ended_ways: { at: string; counts: Record<string, number> } | null;
  passkeys: Passkey[];
}

export interface Passkey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface OpenSession {
  id: string;
  signed_in_at: string;
  ip_address: string | null;
  user_agent: string | null;
  is_current: boolean;
}

export interface SecondFactorSetUp {
  totpURI: string;
  backupCodes: string[];
}

export function useSecurity(): UseQueryResult<Security> {
  return useQuery({ queryKey: ['security'], queryFn: ({ signal }) => read<Security>('/auth/security', signal) });
}

export function useSessions(): UseQueryResult<{ sessions: OpenSession[] }> {
  return useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => read<{ sessions: OpenSession[] }>('/auth/list-sessions', signal),
  });
}

export async function renewSecurity(): Promise<void> {
  await Promise.all(['security', 'sessions'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

export const endSession = (id: string) => post('/auth/end-session', { id });

export const endOtherSessions = () => post('/auth/revoke-other-sessions', {});

export async function beginSecondFactor(password: string): Promise<SecondFactorSetUp> {
  const setUp = await post<SecondFactorSetUp>('/auth/two-factor/enable', proof(password));
  return setUp ?? { totpURI: '', backupCodes: [] };
}

export const confirmSecondFactor = (code: string) => post('/auth/two-factor/verify-totp', { code });

export const endSecondFactor = (password: string) => post('/auth/two-factor/disable', proof(password));

export async function makeRecoveryCodes(password: string): Promise<string[]> {
  const made = await post<{ backupCodes: string[] }>('/auth/two-factor/generate-backup-codes', proof(password));
  return made?.backupCodes ?? [];
}

/** A user without a password sends none. */
function proof(password: string): { password?: string } {
  return password ? { password } : {};
}

async function read<Answer>(url: string, signal: AbortSignal): Promise<Answer> {
  return (await ask(url, { signal })).json();
}
