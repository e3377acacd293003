// Answers one MCP request with a stateless server of the official SDK that offers the tools of this key.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../../core/caller.ts';
import { isOwnFailure, type ServiceError, toServiceError } from '../../core/errors.ts';
import { allows, type Scope } from '../../core/scopes.ts';
import { presentProblem } from './present.ts';
import type { RunningCalls } from './running-calls.ts';
import { callTool, type ToolParts } from './tool-caller.ts';
import type { ToolSpec } from './tools.ts';

export interface ServedTool {
  spec: ToolSpec;
  scope: Scope;
  inputSchema: Tool['inputSchema'];
}

export interface McpParts extends ToolParts {
  serviceName: string;
  version: string;
  tools: readonly ServedTool[];
  running: RunningCalls;
  onInternalError(error: ServiceError): void;
}

export interface McpVisit {
  caller: Caller;
  /** The id of the request. */
  callId: string;
  /** Names the running call by its JSON-RPC id, so that it can be cancelled; undefined without a session. */
  nameOf(requestId: string | number): string | undefined;
  /** Aborted when the client has disconnected. */
  left: AbortSignal;
}

const INSTRUCTIONS =
  'Makes images, songs, videos, speech, transcripts and applications. Most tools cost credits: get_balance tells how many are left. Results are links to files.';

export function createMcpServer(parts: McpParts, visit: McpVisit): Server {
  const { caller } = visit;
  const server = new Server(
    { name: parts.serviceName, version: parts.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const own = parts.tools.filter(({ scope }) => allows(caller.scopes, scope));

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: own.map(describe) }));

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const found = own.find(({ spec }) => spec.name === params.name);
    if (!found)
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name.slice(0, 100)}" for this key.`);
    const given = params.arguments ?? {};
    const known = Object.keys(found.inputSchema.properties ?? {});
    const unknown = Object.keys(given).find((field) => !known.includes(field));
    if (unknown !== undefined)
      return presentProblem(
        `The tool ${params.name} takes no field "${unknown.slice(0, 100)}". Its fields: ${known.join(', ') || 'none'}.`,
      );
    const token = params._meta?.progressToken;
    let reported = 0;
    const onProgress = async (progress: number, message: string) => {
      // The protocol requires that progress grows with every notification.
      reported = Math.max(progress, reported + 1e-6);
      const report = { progressToken: token ?? '', progress: reported, total: 1, message };
      await extra.sendNotification({ method: 'notifications/progress', params: report });
    };
    try {
      return await parts.running.run(visit.nameOf(extra.requestId), (cancelled) =>
        callTool(
          {
            tool: found.spec,
            caller,
            requestId: visit.callId,
            given,
            cancelled,
            left: visit.left,
            onProgress: token === undefined ? undefined : onProgress,
          },
          parts,
        ),
      );
    } catch (thrown) {
      const error = toServiceError(thrown);
      if (isOwnFailure(error) && !visit.left.aborted) parts.onInternalError(error);
      const where = error.param ? ` (${error.param})` : '';
      return presentProblem(`${error.message}${where}`);
    }
  });
  return server;
}

function describe({ spec, inputSchema }: ServedTool): Tool {
  const { name, title, description, isReadOnly = false } = spec;
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: { title, readOnlyHint: isReadOnly, openWorldHint: false },
  };
}
