// Encrypts the second factors of all users with a new SECRET.
import type { Transaction } from '../../store/database.ts';
import { lockSealedFactors, putSealedFactors } from '../../store/second-factors.ts';

export async function canOpenFactor(secret: string, data: string): Promise<boolean> {
  const { symmetricDecrypt } = await import('better-auth/crypto');
  return symmetricDecrypt({ key: secret, data }).then(
    () => true,
    () => false,
  );
}

/** Returns how many there are. Throws, and changes nothing, if one can be decrypted neither with the old SECRET nor with the new one. */
export async function resealSecondFactors(trx: Transaction, before: string, after: string): Promise<number> {
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
  // Tries the new secret too: an earlier run may have died between its commit and the end.
  const open = (data: string) =>
    symmetricDecrypt({ key: before, data }).catch(() => symmetricDecrypt({ key: after, data }));
  const reseal = async (data: string) => symmetricEncrypt({ key: after, data: await open(data) });
  const all = await lockSealedFactors(trx);
  const resealed = await Promise.all(
    all.map(async ({ id, secret, backupCodes }) => ({
      id,
      secret: await reseal(secret),
      backupCodes: await reseal(backupCodes),
    })),
  );
  if (resealed.length > 0) await putSealedFactors(trx, resealed);
  return resealed.length;
}
