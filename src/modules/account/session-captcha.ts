// An optional captcha for sign-ups, which better-auth verifies with the provider: for sign-ups with a password, and
// before the redirect to another service.
import type { CaptchaSettings } from './session-settings.ts';

const SOCIAL = '/sign-in/social';

export async function captchaOf(settings: CaptchaSettings | null) {
  if (!settings) return [];
  const { captcha } = await import('better-auth/plugins');
  const plugin = captcha({
    provider: settings.provider,
    secretKey: settings.secretKey,
    endpoints: ['/sign-up/email', SOCIAL],
    ...(settings.provider === 'hcaptcha' ? { siteKey: settings.siteKey } : {}),
    ...(settings.verifyUrl ? { siteVerifyURLOverride: settings.verifyUrl } : {}),
  } as Parameters<typeof captcha>[0]);
  const onRequest: typeof plugin.onRequest = async (request, context) => {
    const isSocial = new URL(request.url).pathname.endsWith(SOCIAL);
    // Without this flag the service opens no account, so nothing needs a captcha.
    if (isSocial && !(await asksForAccount(request))) return;
    return plugin.onRequest(request, context);
  };
  return [{ ...plugin, onRequest }];
}

async function asksForAccount(request: Request): Promise<boolean> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  return (body as { requestSignUp?: unknown } | null)?.requestSignUp !== undefined;
}
