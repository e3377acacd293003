// Stores a link's referral code until the new account accepts it.
const KEY = 'referral';

export function rememberReferral(): void {
  const code = new URLSearchParams(location.search).get(KEY);
  if (code && code.length <= 40) localStorage.setItem(KEY, code);
}

export function rememberedReferral(): string {
  return localStorage.getItem(KEY) ?? '';
}
