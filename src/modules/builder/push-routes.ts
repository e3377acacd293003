// The route that pushes a project to a Git remote.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { PushBody, PushReply } from './push-schema.ts';
import type { PushService } from './push-service.ts';
import { ProjectParams } from './schema.ts';

export function pushRoutes(service: PushService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/builder/projects/:id/push',
      summary: 'Push a project to a Git remote',
      description:
        'Pushes all versions as commits to a branch of your own repository over HTTPS (GitHub, GitLab, Gitea and others). The token is used for this push and not stored. A branch with commits that the project lacks is refused and never overwritten; later pushes send only what is new. At most 1,000 versions, 64 MB and 60 seconds. Free.',
      example: { body: { url: 'https://git.example.com/you/app.git', token: 'your-token', branch: 'main' } },
      tag: 'builder',
      scope: 'builder:write',
      params: ProjectParams,
      body: PushBody,
      reply: PushReply,
      errors: ['unsafe_url', 'payload_too_large', 'rate_limit_exceeded', 'engine_failed', 'engine_timeout'],
      // A stored response would say nothing about the remote now; a second push sends nothing twice.
      idempotent: false,
      hasSecrets: true,
      run: async ({ caller, params, body, signal }) => json(await service.push(caller, params.id, { body, signal })),
    }),
  ];
}
