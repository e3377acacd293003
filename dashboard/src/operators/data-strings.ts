// Texts of the page about data protection.
import { inLanguage } from '../words.ts';

export const dataProtection = inLanguage('dataProtection', {
  lead: 'For lawyers, from the settings of the moment: where data is, how long it is kept, and who else receives it.',
  agreement: 'Agreement (Markdown)',
  agreementHtml: 'Agreement (HTML)',
  agreementHint:
    'A template of a data processing agreement (Article 28 GDPR) with these annexes. It is no legal advice: have it checked, and fill in what is open.',
  noSeller: 'The seller is not set: set it under Upstreams and prices, and the agreement names it.',
  processors: 'Who else receives data',
  processorsLead:
    'What runs on machines of yours is listed, too. Companies and countries that are not known: fill them in.',
  name: 'Name',
  host: 'Host',
  country: 'Country',
  receives: 'Receives',
  unstored: 'Asked not to store',
  asked: { zero_retention_calls: 'calls with zero retention', no: 'no' },
  own: 'own machine',
  open: 'to be filled in',
  places: 'Where data is',
  holds: { database: 'Database', files: 'Files', limits: 'Counters', database_log: 'Archive of the database log' },
  here: 'machine of the service',
  retention: 'How long content is kept',
  kind: 'Kind',
  kept: 'Kept',
  plans: 'Plans that differ',
  days: ({ days }: { days: number }) => (days === 0 ? 'until deleted' : `${days} days`),
  kinds: {
    prompts: 'Prompts',
    jobs: 'Jobs',
    batches: 'Batches',
    conversations: 'Conversations',
    responses: 'Responses',
    vector_stores: 'Vector stores',
    files: 'Made files',
    uploads: 'Uploads',
    request_log: 'Request log',
    request_bodies: 'Bodies in the request log',
  },
});
