// Wires the MCP server: its tools are routes, called through the gates of every request.
import { ServiceError } from '../core/errors.ts';
import { microToCredits } from '../core/money.ts';
import type { InnerCall } from '../http/inner-calls.ts';
import type { Outcome } from '../http/outcome.ts';
import type { Route } from '../http/route.ts';
import { ChangeNotifier } from '../jobs/change-notifier.ts';
import type { ServedTool } from '../modules/mcp/mcp-server.ts';
import { mcpRoutes } from '../modules/mcp/routes.ts';
import { RunningCalls } from '../modules/mcp/running-calls.ts';
import type { RouteAnswer } from '../modules/mcp/tool-caller.ts';
import { TOOLS, type ToolSpec } from '../modules/mcp/tools.ts';
import type { Jobs } from './jobs.ts';
import type { SharedParts } from './shared-parts.ts';
import { VERSION } from './version.ts';

export interface McpWiring extends SharedParts {
  routes: readonly Route[];
  call: InnerCall;
  jobs: Jobs;
}

export async function buildMcp(parts: McpWiring): Promise<{ routes: Route[]; close(): Promise<void> }> {
  const { config, routes, call, jobs, artifacts, log } = parts;
  const { publicUrl, serviceName, corsOrigins } = config;
  const notifier = new ChangeNotifier(parts.database, 'mcp_cancelled');
  const running = new RunningCalls(notifier);
  await running.start(parts.ending);
  const routeOf = (tool: ToolSpec): Route => {
    const found = routes.find(({ method, path, prefix }) => prefix === '/v1' && `${method} ${path}` === tool.operation);
    if (!found) throw new Error(`the tool ${tool.name} needs the route ${tool.operation}`);
    return found;
  };
  const served = TOOLS.map((spec): ServedTool => {
    const route = routeOf(spec);
    return { spec, scope: route.scope, inputSchema: schemaOf(spec, route) };
  });
  const own = mcpRoutes({
    serviceName,
    version: VERSION,
    tools: served,
    running,
    jobs: jobs.queue,
    artifacts,
    publicUrl,
    // Named origins only: `*` is meant for calls whose key is not stored in a browser.
    allowedOrigins: [new URL(publicUrl).origin, ...(corsOrigins === '*' ? [] : corsOrigins)],
    callRoute: (tool, caller, input) => call(routeOf(tool), { ...input, caller }, answerOf),
    onInternalError: (error) => log.error({ err: error.cause ?? error }, 'a tool call failed'),
  });
  return { routes: own, close: () => notifier.close() };
}

async function answerOf(outcome: Outcome): Promise<RouteAnswer> {
  if (outcome.kind === 'json') {
    const { body, receipt } = outcome;
    return { body: receipt ? { ...(body as object), credits_charged: microToCredits(receipt.charged) } : body };
  }
  if (outcome.kind === 'bytes')
    return {
      bytes: outcome.bytes,
      contentType: outcome.contentType ?? 'application/octet-stream',
      model: outcome.headers['x-model'] ?? '',
    };
  throw new ServiceError('invalid_parameter', 'A tool cannot stream. Leave out "stream".', { param: 'stream' });
}

/** The route's own schema, without the fields that make no sense here. */
function schemaOf({ takes, without = [] }: ToolSpec, { body, params }: Route): ServedTool['inputSchema'] {
  const schema = (takes === 'body' ? body : takes === 'params' ? params : undefined) as
    | { properties?: Record<string, object>; required?: string[] }
    | undefined;
  const kept = Object.entries(schema?.properties ?? {}).filter(([name]) => ![...without, 'stream'].includes(name));
  // As JSON: the schemas carry symbols that only their library knows.
  const properties = JSON.parse(JSON.stringify(Object.fromEntries(kept))) as Record<string, object>;
  return { type: 'object', properties, ...(schema?.required ? { required: schema.required } : {}) };
}
