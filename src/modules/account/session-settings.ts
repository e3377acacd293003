// The settings of sign-up, sign-in and sessions.

import type { Log } from '../../core/log.ts';
import type { SignInProvider } from '../../core/sign-in-provider.ts';
import type { Database } from '../../store/database.ts';
import type { AnnounceAccount } from './open-account.ts';
import type { SignUpRules } from './sign-up.ts';

/** Characters. */
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;

export interface CaptchaSettings {
  provider: 'cloudflare-turnstile' | 'hcaptcha';
  siteKey: string;
  secretKey: string;
  verifyUrl: string | null;
}

export interface SessionSettings {
  database: Database;
  secret: string;
  publicUrl: string;
  serviceName: string;
  captcha: CaptchaSettings | null;
  providers: readonly SignInProvider[];
  rules: SignUpRules;
  announce: AnnounceAccount;
  sendMail(mail: { to: string; subject: string; text: string }): Promise<void>;
  log: Log;
}
