// The operator's routes for data protection: the record of what is stored and who gets it, and the template of an agreement.
import { bytes, json } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import { AgreementQuery, DataProtectionQuery, DataProtectionReply } from './data-protection-schema.ts';
import type { OperatorDataProtection } from './data-protection-service.ts';
import { inProduction, READ } from './kinds-of-routes.ts';

export function dataProtectionRoutes(data: OperatorDataProtection): Route[] {
  return [
    route({
      ...READ,
      path: '/operator/data-protection',
      summary: 'Say what is stored where and how long, and who else receives it',
      description:
        'A record for lawyers from the settings of the moment: places, retention by kind and by plan, zero retention, every configured upstream, mail, bucket, payment provider and telemetry with its host, and the measures of security. Without keys and credentials. What only a contract says (countries that are not known, names of companies) is null: fill it in.',
      example: { query: { language: 'en' } },
      query: DataProtectionQuery,
      reply: DataProtectionReply,
      run: async (call) => json(data.read(inProduction(call).query.language)),
    }),
    route({
      ...READ,
      path: '/operator/data-protection/agreement',
      summary: 'Download a template of a data processing agreement (Article 28 GDPR)',
      description:
        'Sends a template with annexes, filled in with the seller and the settings of the moment, as Markdown or HTML, in English or German. It is a template and no legal advice: have it checked.',
      example: { query: { format: 'markdown' } },
      query: AgreementQuery,
      reply: fileReply('text/markdown'),
      run: async (call) => {
        const { text, contentType, extension } = data.agreement(inProduction(call).query);
        const headers = { 'content-disposition': `attachment; filename="data-processing-agreement.${extension}"` };
        return bytes(Buffer.from(text), { contentType, headers });
      },
    }),
  ];
}
