// Routes of the alerts at thresholds of budgets.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { AlertsPatch, AlertsReply } from './alert-schema.ts';
import { type AlertParts, changeAlerts, showAlerts } from './alert-service.ts';

export function alertRoutes(parts: AlertParts): Route[] {
  const path = '/account/alerts';
  const tag = 'account';
  return [
    route({
      method: 'GET',
      path,
      summary: 'Read at which thresholds of budgets you are told',
      description: 'Shows the percentages, the levels of the balance, what is mailed, and the chat that is told.',
      tag,
      scope: 'account:read',
      reply: AlertsReply,
      run: async ({ caller }) => json(await showAlerts(parts.database, caller)),
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Change at which thresholds of budgets you are told',
      description:
        'Each threshold is told once in a period (day, month, run), in the order of the charges: by the event `budget.threshold`, by mail, and in a chat. A level of the balance is told once until credits lift the balance above it again.',
      example: { body: { percents: [50, 80, 100], balance: [100] } },
      errors: ['unsafe_url'],
      tag,
      scope: 'account:write',
      // The URL that receives the messages is itself a secret.
      hasSecrets: true,
      body: AlertsPatch,
      reply: AlertsReply,
      run: async ({ caller, requestId, body }) => json(await changeAlerts(parts, { ...caller, requestId }, body)),
    }),
  ];
}
