// Texts about guards on content.
import { inLanguage } from '../words.ts';

export const guards = inLanguage('guards', {
  title: 'Guards',
  lead: 'What is looked for in all that goes to a model and in what it writes, for every key of the account. A key may only be stricter.',
  keyHint: 'On top of what the account and the plan demand. Nothing chosen: nothing more.',
  columns: { kind: 'What', prompts: 'Prompts', answers: 'Answers' },
  kinds: {
    email: 'E-mail addresses',
    phone: 'Phone numbers',
    card: 'Payment cards',
    iban: 'IBANs',
    secret: 'Keys, tokens, passwords',
    ip: 'IP addresses',
  },
  actions: { off: 'Let pass', note: 'Only count', mask: 'Mask', refuse: 'Refuse' },
  moderation: 'Moderation of prompts',
  moderationHint:
    'Asks the model for moderation before anything else is sent. While it cannot be asked, calls are refused.',
  moderationActions: { off: 'Off', note: 'Only count', refuse: 'Refuse' },
  where: (column: string, kind: string) => `${column}: ${kind}`,
  save: 'Save guards',
  saved: 'The guards are saved.',
});
