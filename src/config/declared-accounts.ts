// The settings of accounts: who may sign up and sign in, and how payments work.
import type { Declaration } from './declaration.ts';

export const SIGN_IN = {
  SIGN_UPS: { meaning: 'Who may sign up: open, invite or closed.', default: 'open', example: 'invite' },
  SIGN_UP_DOMAINS: {
    meaning: 'Email domains that may sign up, separated by commas.',
    otherwise: 'any',
    example: 'example.com,example.org',
  },
  FREE_GRANT: { meaning: 'Credits of a new account.', default: '100', example: '0' },
  CAPTCHA_PROVIDER: {
    meaning: 'A captcha before the sign-up: cloudflare-turnstile or hcaptcha.',
    otherwise: 'no captcha',
    example: 'hcaptcha',
  },
  CAPTCHA_SITE_KEY: { meaning: 'The public key of the captcha.', otherwise: 'none', example: '10000000-ffff-…' },
  CAPTCHA_SECRET_KEY: {
    meaning: 'The secret key of the captcha.',
    otherwise: 'none',
    example: '0x0000…',
    isSecret: true,
  },
  CAPTCHA_VERIFY_URL: {
    meaning: 'Another URL that checks answers to the captcha.',
    otherwise: "the provider's own",
    example: 'https://captcha.example.com/verify',
  },
  OIDC_ISSUERS: {
    meaning: 'Names of OpenID Connect issuers that people may sign in with.',
    otherwise: 'none',
    example: 'company,partner',
  },
  'OIDC_<NAME>_ISSUER': {
    meaning: 'The URL of the issuer.',
    otherwise: 'none',
    example: 'https://id.example.com/realms/main',
  },
  'OIDC_<NAME>_CLIENT_ID': { meaning: 'The client that the issuer knows.', otherwise: 'none', example: 'atelier' },
  'OIDC_<NAME>_CLIENT_SECRET': {
    meaning: "The client's secret.",
    otherwise: 'a public client',
    example: '3f9c…',
    isSecret: true,
  },
  'OIDC_<NAME>_LABEL': {
    meaning: 'The name on the button.',
    otherwise: 'the name of the issuer',
    example: 'Example Inc.',
  },
  'OIDC_<NAME>_SCOPES': {
    meaning: 'The scopes to ask for.',
    otherwise: 'openid email profile',
    example: 'openid email profile groups',
  },
  GITHUB_CLIENT_ID: {
    meaning: 'Sign-in with GitHub: the client.',
    otherwise: 'no sign-in with GitHub',
    example: 'Iv1.8a61…',
  },
  GITHUB_CLIENT_SECRET: { meaning: "The client's secret.", otherwise: 'none', example: '7fe2…', isSecret: true },
  GITHUB_URL: { meaning: 'Another GitHub server.', default: 'https://github.com', example: 'https://git.example.com' },
  GITHUB_API_URL: {
    meaning: 'The API of that server.',
    default: 'https://api.github.com',
    example: 'https://git.example.com/api/v3',
  },
  GOOGLE_CLIENT_ID: {
    meaning: 'Sign-in with Google: the client.',
    otherwise: 'no sign-in with Google',
    example: '1234.apps.googleusercontent.com',
  },
  GOOGLE_CLIENT_SECRET: { meaning: "The client's secret.", otherwise: 'none', example: 'GOCSPX-…', isSecret: true },
  GOOGLE_ISSUER: {
    meaning: "Another issuer in Google's place, for tests.",
    default: 'https://accounts.google.com',
    example: 'http://localhost:4000',
  },
} as const satisfies Record<string, Declaration>;

export const PAYMENTS = {
  STRIPE_SECRET_KEY: {
    meaning: 'Sells credits and plans through Stripe. Needs `STRIPE_WEBHOOK_SECRET`.',
    otherwise: 'the built-in checkout with test cards',
    example: 'sk_live_51…',
  },
  STRIPE_WEBHOOK_SECRET: { meaning: 'Verifies the events that Stripe sends.', otherwise: 'none', example: 'whsec_…' },
  STRIPE_API_BASE: {
    meaning: "Another server in the place of Stripe's API, for tests.",
    otherwise: "Stripe's own",
    example: 'http://localhost:12111',
  },
  STRIPE_TAX: { meaning: '`1`: Stripe computes taxes.', otherwise: 'no taxes', example: '1' },
  STRIPE_PROMOTION_CODES: {
    meaning: "`1`: the checkout takes Stripe's promotion codes.",
    otherwise: 'it does not',
    example: '1',
  },
  STRIPE_INVOICES: {
    meaning: '`1`: Stripe writes an invoice for each purchase.',
    otherwise: 'receipts of the service only',
    example: '1',
  },
  ALLOW_BUILTIN_SALES: {
    meaning: '`1`: the built-in checkout sells live credits for test cards even where others reach the service.',
    otherwise: 'only on this machine',
    example: '1',
  },
  REFERRAL_CREDITS: {
    meaning: 'Credits for both sides of a referral, each at most half of what the purchase paid. `0`: no referrals.',
    default: '0',
    example: '50',
  },
  REFERRALS_PER_ACCOUNT: { meaning: 'The most rewarded referrals of an account.', default: '20', example: '5' },
} as const satisfies Record<string, Declaration>;
