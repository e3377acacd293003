// An optional captcha for sign-ups, which better-auth verifies with the provider.
import type { CaptchaSettings } from './session-settings.ts';

export async function captchaOf(settings: CaptchaSettings | null) {
  if (!settings) return [];
  const { captcha } = await import('better-auth/plugins');
  return [
    captcha({
      provider: settings.provider,
      secretKey: settings.secretKey,
      endpoints: ['/sign-up/email'],
      ...(settings.provider === 'hcaptcha' ? { siteKey: settings.siteKey } : {}),
      ...(settings.verifyUrl ? { siteVerifyURLOverride: settings.verifyUrl } : {}),
    } as Parameters<typeof captcha>[0]),
  ];
}
