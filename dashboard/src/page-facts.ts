// Values that the server wrote into the page: the service's name, who may sign up, and the nonce that lets UI
// primitives add styles.
export const serviceName = content('service-name');
export const styleNonce = content('style-nonce');

/** "open", "invite" or "closed". */
export const signUps = content('sign-ups');

/** Whether mails are sent; otherwise they are files in the server's data folder. */
export const sendsMail = content('mail') === 'smtp';

const [provider = '', siteKey = ''] = content('captcha').split(' ');
/** The captcha before a sign-up; null if there is none. */
export const captcha = provider && siteKey ? { provider, siteKey } : null;

/** The services that users may sign in with. */
export const signInProviders = JSON.parse(content('sign-in-providers') || '[]') as readonly SignInProvider[];

export interface SignInProvider {
  id: string;
  label: string;
}

function content(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
