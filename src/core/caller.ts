// Who is calling: what the gate learned from a key or a session, handed to every service.
export const ENVIRONMENTS = ['live', 'test'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export interface Caller {
  accountId: string;
  environment: Environment;
  plan: string;
  attributionWaived: boolean;
  isOwner: boolean;
  email: string;
  /** null when a person in the dashboard calls. */
  keyId: string | null;
  /** The most that this key may spend in a calendar month; null: no cap of its own. */
  keyMonthlyCap: number | null;
  keyRequestsPerMinute: number | null;
  /** When the secret that was sent stops working: the key's expiry, or the end of a rotation's overlap; null: never. */
  keyExpiresAt: Date | null;
  scopes: readonly string[];
}
