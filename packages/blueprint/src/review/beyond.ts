// What the builder cannot do, and why: such requests get this answer instead of becoming a list of records.
export interface Beyond {
  asked: RegExp;
  reason: string;
}

const NO_SENDER = 'The app has no server task that could send it.';
const NO_FILES = 'The builder has no part that reads or writes files.';

const BEYOND: readonly Beyond[] = [
  {
    asked:
      /\be-?mail(s|ed|ing)?\b.*\b(reports?|digests?|reminders?|notifications?|alerts?|confirmations?|updates?|summar(y|ies))\b|\b(send\w*|by|via|weekly|daily|monthly|automatic) e-?mails?\b|\bnewsletters?\b|\bmailing\b/,
    reason: NO_SENDER,
  },
  { asked: /\b(notif\w+|remind\w*|alerts?|sms|text messages?|push messages?|whatsapp)\b/, reason: NO_SENDER },
  {
    asked: /\b(schedul\w+ (jobs?|tasks?|reports?)|cron|automatic\w* (backups?|reports?)|backups?|background jobs?)\b/,
    reason: 'The app has no task that runs by itself.',
  },
  { asked: /\b(export\w*|import\w*|csv|excel|spreadsheets?|pdfs?|print(ing|able)?)\b/, reason: NO_FILES },
  { asked: /\b(upload\w*|attach\w*|photo upload|file storage)\b/, reason: NO_FILES },
  {
    asked: /\b(online payments?|accept payments?|stripe|paypal|credit cards?|apple pay|google pay)\b/,
    reason: 'No payment service is connected to the app.',
  },
  {
    asked:
      /\b(ai|gpt|llm|chatbots?|machine learning|predict\w*|recommend\w*|suggestions?|recogni[sz]e\w*|recognition)\b/,
    reason: 'The app has no model that could do it.',
  },
  {
    asked: /\b(real[ -]?time|live updates?|sync\w*|multi-?user|collaborat\w+|websockets?)\b/,
    reason: 'Records are not shared between visitors while they work.',
  },
  {
    asked: /\b(roles?|permissions?|admin rights?|access control|two-factor|2fa|oauth|google (login|sign-?in)|sso)\b/,
    reason: 'The builder knows one kind of account without roles.',
  },
  { asked: /\b(maps?|gps|geo\w*|routes? planning|directions)\b/, reason: 'The builder has no map.' },
  {
    asked: /\b(camera|barcodes?|qr|scan\w*|voice|speech|microphone|video calls?|bluetooth)\b/,
    reason: 'The builder has no part that uses the device.',
  },
  {
    asked: /\b(integrat\w+|google calendar|slack|zapier|webhooks?|third-party|external api|live data)\b/,
    reason: 'The app is connected to no other service.',
  },
  {
    asked: /\b(translat\w+|multi-?lingual|languages|localis\w+|localiz\w+|i18n)\b/,
    reason: 'The app speaks one language.',
  },
  { asked: /\b(native app|ios|android|app store|pwa|offline)\b/, reason: 'The app is a web page.' },
  {
    asked: /\b(recurring|repeating|undo|audit|history of changes|versioning)\b/,
    reason: 'The builder has no such part.',
  },
];

export function beyondOf(words: string): Beyond | undefined {
  const text = words.toLowerCase();
  return BEYOND.find(({ asked }) => asked.test(text));
}
