// The browser's part of adding a passkey and of signing in with one.
import { ask, post } from './session.ts';

/** Browsers offer passkeys only to pages with a host name and TLS, not to bare IP addresses. */
export const hasPasskeys =
  window.isSecureContext &&
  typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

export async function signInWithPasskey(): Promise<void> {
  const options = await (await ask('/auth/passkey/generate-authenticate-options')).json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: 'required' });
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  await post('/auth/passkey/verify-authentication', { response: credential.toJSON() });
}

export async function addPasskey(name: string): Promise<void> {
  const options = await (await ask('/auth/passkey/generate-register-options')).json();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  await post('/auth/passkey/verify-registration', { response: credential.toJSON(), name });
}

export const renamePasskey = (id: string, name: string) => post('/auth/rename-passkey', { id, name });

export const removePasskey = (id: string) => post('/auth/remove-passkey', { id });
