// Decides whether a file was made by this service: only a valid signature of its own over unchanged bytes says yes.

export const MADE_HERE = ['yes', 'no', 'unknown'] as const;
export const REASONS = [
  'signed_here',
  'changed',
  'signed_elsewhere',
  'broken',
  'unsigned_mark',
  'elsewhere',
  'nothing_found',
] as const;
export type MadeHere = (typeof MADE_HERE)[number];
export type Reason = (typeof REASONS)[number];

/** What is known of a file, as far as this decision needs it. */
export interface Evidence {
  credentials: {
    status: 'valid' | 'invalid' | 'absent' | 'unreadable';
    isElsewhere: boolean;
    /** The bytes are those that were signed. */
    isUnchanged: boolean;
    signer: { isThisService: boolean } | null;
  };
  mark: object | undefined;
}

export function decideOrigin({ credentials, mark }: Evidence): { madeHere: MadeHere; reason: Reason } {
  const { status, isElsewhere, isUnchanged, signer } = credentials;
  if (status === 'valid' && signer && !signer.isThisService) return { madeHere: 'no', reason: 'signed_elsewhere' };
  if (status === 'valid' && signer && isUnchanged) return { madeHere: 'yes', reason: 'signed_here' };
  // The signature is ours, but not for this file.
  if (status !== 'absent' && signer?.isThisService) return { madeHere: 'no', reason: 'changed' };
  if (status !== 'absent') return { madeHere: 'unknown', reason: 'broken' };
  if (mark) return { madeHere: 'unknown', reason: 'unsigned_mark' };
  return { madeHere: 'unknown', reason: isElsewhere ? 'elsewhere' : 'nothing_found' };
}
