// Routes of a project's environment variables.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { ProjectParams } from './schema.ts';
import { DeletedVariable, VariableBody, VariableList, VariableParams, VariableReply } from './variable-schema.ts';
import type { VariableService } from './variable-service.ts';

const tag = 'builder';

export function variableRoutes(variables: VariableService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/builder/projects/:id/variables',
      summary: 'List the environment variables of a project',
      description: 'Lists their names and what gets them. Values are never shown.',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      reply: VariableList,
      run: async ({ caller, params }) => json(await variables.list(caller, params.id)),
    }),
    route({
      method: 'PUT',
      path: '/builder/projects/:id/variables/:name',
      summary: 'Set an environment variable of a project',
      description:
        'Stores a value, encrypted, and starts the application again with it. Node.js and Python applications get every variable in the environment of their server. React and Vue applications run in the browser and get only names that start with `VITE_` (`import.meta.env`), Next.js ones only `NEXT_PUBLIC_` (`process.env`): their visitors can read these values. All other names are only listed in `.env.example` of the archive. At most 50 variables; names such as `PORT`, `PATH` or `NODE_OPTIONS` are refused.',
      example: { body: { value: 'Bee hives' } },
      tag,
      scope: 'builder:write',
      params: VariableParams,
      body: VariableBody,
      reply: VariableReply,
      hasSecrets: true,
      run: async ({ caller, params: { id, name }, body }) =>
        json(await variables.put(caller, id, { name, value: body.value })),
    }),
    route({
      method: 'DELETE',
      path: '/builder/projects/:id/variables/:name',
      summary: 'Delete an environment variable of a project',
      description: 'Deletes it; the application is started again without it.',
      tag,
      scope: 'builder:write',
      params: VariableParams,
      reply: DeletedVariable,
      run: async ({ caller, params }) => json(await variables.remove(caller, params.id, params.name)),
    }),
  ];
}
