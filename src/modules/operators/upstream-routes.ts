// The operator's routes for live settings: upstreams, the price list, the service, and the log of all changes.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { act, inProduction, list, operatorOf, READ, WRITE } from './kinds-of-routes.ts';
import { IdParams, ReasonedAct } from './schema.ts';
import type { SettingChanges } from './setting-changes.ts';
import {
  ChangeList,
  ChangeQuery,
  ChangeReply,
  NewUpstream,
  TriedReply,
  TryAct,
  UpstreamChange,
  UpstreamLine,
  UpstreamList,
} from './setting-schema.ts';
import { SettingsChange, SettingsReply } from './settings-schema.ts';
import type { OperatorSettings } from './settings-service.ts';
import type { OperatorUpstreams } from './upstream-service.ts';

const PATH = '/operator/upstreams';
const EXAMPLE_SETTINGS = {
  base_url: 'https://models.example.com/v1',
  models: [{ id: 'example-large-1', price: { input: 300, output: 900 }, cost: { input: 250, output: 750 } }],
};

export interface LiveServices {
  upstreams: OperatorUpstreams;
  changes: SettingChanges;
  settings: OperatorSettings;
}

export function liveRoutes(services: LiveServices): Route[] {
  return [...upstreamRoutes(services), ...settingRoutes(services)];
}

function upstreamRoutes({ upstreams }: LiveServices): Route[] {
  return [
    route({
      ...READ,
      path: PATH,
      summary: 'List the upstreams of the files, the environment and the live settings',
      description: 'Shows the settings of each without its key, where it was set, and which models it offers now.',
      reply: UpstreamList,
      run: async (call) => json(inProduction(call) && upstreams.list()),
    }),
    route({
      ...WRITE,
      path: PATH,
      summary: 'Add an upstream while the service runs',
      description:
        'Every node offers its models within a second; nothing is restarted. The settings are checked as those of the CONFIG file are. The key is stored encrypted and never shown again. Kept in the audit log; can be reverted.',
      example: { body: { name: 'example', settings: EXAMPLE_SETTINGS, reason: 'A larger model' } },
      statuses: [201],
      hasSecrets: true,
      body: NewUpstream,
      reply: UpstreamLine,
      run: async (call) => json(await upstreams.create(operatorOf(inProduction(call)), call.body), { status: 201 }),
    }),
    act(
      {
        method: 'PUT',
        path: `${PATH}/:id`,
        summary: 'Change an upstream while the service runs',
        description:
          'Replaces its settings. Calls that run end on the old ones; the next call uses the new ones on every node within a second. A key or header that is not sent stays, unless the address changes.',
        example: { body: { settings: EXAMPLE_SETTINGS, reason: 'New prices' } },
        hasSecrets: true,
        body: UpstreamChange,
        reply: UpstreamLine,
      },
      (operator, id, body) => upstreams.change(operator, id, body),
    ),
    act(
      {
        path: `${PATH}/:id/remove`,
        summary: 'Remove an upstream that was added while the service runs',
        description: 'Its models are no longer offered. Answers that are under way still end. Can be reverted.',
        example: { body: { reason: 'Not needed any more' } },
        body: ReasonedAct,
        reply: UpstreamList,
      },
      (operator, id, { reason }) => upstreams.remove(operator, id, reason),
    ),
    route({
      ...WRITE,
      path: `${PATH}/:id/try`,
      summary: 'Send one call to an upstream now',
      description:
        'Sends the smallest real call of the kind: a few words, an image, a piece of two seconds, a spoken word, a transcription of a generated tone, or the order of a video, which is cancelled as soon as the upstream has accepted it. Answers with what came back, the latency, the use, what a customer would pay and what the upstream charges. If the upstream fails, `ok` is false and `error` says why. Nobody is charged credits.',
      example: { body: { reason: 'Does it answer?' } },
      params: IdParams,
      body: TryAct,
      reply: TriedReply,
      run: async (call) => {
        const { params, body, signal } = inProduction(call);
        return json(await upstreams.try(operatorOf(call), params.id, { body, signal }));
      },
    }),
  ];
}

function settingRoutes({ settings, changes }: LiveServices): Route[] {
  return [
    route({
      ...READ,
      path: '/operator/settings',
      summary: 'Get the price list and the settings of the service, as set live and as in effect',
      description: '`fixed` names what the files or the environment set: they win.',
      reply: SettingsReply,
      run: async (call) => json(inProduction(call) && settings.read()),
    }),
    act(
      {
        method: 'PUT',
        path: '/operator/settings/:id',
        summary: 'Change the price list or the settings of the service while it runs',
        description:
          'The path names `prices` or `service`. Every node uses the change within a second. What is held already is charged by the list it was held under. Checked as the files are; kept in the audit log; can be reverted.',
        example: { body: { value: {}, reason: 'Back to the files' } },
        body: SettingsChange,
        reply: SettingsReply,
      },
      (operator, id, body) => settings.change(operator, id, body),
    ),
    list(
      {
        path: '/operator/settings/changes',
        summary: 'List the changes of live settings, newest first',
        description: 'Each change with the value before and after it, who made it and why.',
        example: { query: { limit: 10 } },
        query: ChangeQuery,
        reply: ChangeList,
      },
      (query) => changes.list(query),
    ),
    act(
      {
        path: '/operator/settings/changes/:id/revert',
        summary: 'Revert a change of a live setting',
        description:
          'Puts back the value before the change, as a change of its own. Refused if the same setting has changed again since.',
        example: { body: { reason: 'The new price was wrong' } },
        body: ReasonedAct,
        reply: ChangeReply,
      },
      (operator, id, { reason }) => changes.revert(operator, id, reason),
    ),
  ];
}
