// Wires text: upstreams and local engines behind one router, and the modules that use it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import type { EmbeddingEngine } from '../engines/embedding/port.ts';
import { UpstreamEmbeddingEngine } from '../engines/embedding/upstream-engine.ts';
import { TreeSitterChecker } from '../engines/syntax/tree-sitter-checker.ts';
import type { TextEngine, TextRoutes } from '../engines/text/port.ts';
import { TextRouter } from '../engines/text/router.ts';
import type { CandidateHealth } from '../engines/text/router-candidates.ts';
import { type ConnectedUpstreams, connectUpstreams } from '../engines/text/upstreams.ts';
import type { Route } from '../http/route.ts';
import { Answers } from '../modules/chat/answers.ts';
import { ChatService } from '../modules/chat/chat-service.ts';
import { CompletionService } from '../modules/chat/completion-service.ts';
import { conversationRoutes } from '../modules/chat/conversation-routes.ts';
import { ConversationService } from '../modules/chat/conversation-service.ts';
import { EmbeddingService } from '../modules/chat/embedding-service.ts';
import { Memory } from '../modules/chat/memory.ts';
import type { ReadPicture } from '../modules/chat/picture-parts.ts';
import { chatRoutes } from '../modules/chat/routes.ts';
import { codeRoutes } from '../modules/code/routes.ts';
import { CodeService } from '../modules/code/service.ts';
import { modelRoutes } from '../modules/models/routes.ts';
import { ModelService } from '../modules/models/service.ts';
import { embeddingModels, type ModelSource, textModels } from '../modules/models/sources.ts';
import type { Money } from '../money/money.ts';
import type { Prices } from '../money/prices.ts';
import type { Database } from '../store/database.ts';

/** The servers in the configuration. Their prices must be known before anything else is built. */
export interface Upstreams {
  text: ConnectedUpstreams;
  embeddings: readonly UpstreamEmbeddingEngine[];
}

export function connectToUpstreams(config: Pick<Config, 'openAi' | 'file' | 'secretByName'>, log: Log): Upstreams {
  const { openAi, file, secretByName } = config;
  return {
    text: connectUpstreams({ openAi, entries: file.upstreams ?? [], secretByName, log }),
    embeddings: openAi
      ? [new UpstreamEmbeddingEngine({ name: 'openai', ...openAi, apiKey: openAi.apiKey ?? undefined, log })]
      : [],
  };
}

export interface TextParts {
  database: Database;
  money: Money;
  prices: Prices;
  upstreams: Upstreams;
  /** The engines on this machine, in order of preference. */
  localEngines: readonly TextEngine[];
  embeddingEngines: readonly EmbeddingEngine[];
  /** The model for calls that name none; otherwise the first that is ready. */
  preferredModel?: string | undefined;
  /** Reads the images in chats. */
  pictures: ReadPicture;
  /** Models of other kinds, which GET /models also lists. */
  otherModels: readonly ModelSource[];
}

/** A slow upstream must not delay the start: its models appear when its list has arrived. */
const LISTING_PATIENCE_MS = 1_000;

export interface Text {
  routes: Route[];
  /** For other modules that need text: builder, music, video. */
  text: TextRoutes;
  /** What GET /models lists. */
  modelSources: readonly ModelSource[];
  /** Health of the engines in recent calls. */
  health(): readonly CandidateHealth[];
  start(): Promise<void>;
  close(): Promise<void>;
}

export function buildText(parts: TextParts): Text {
  const { database, money, prices, upstreams } = parts;
  const embeddingEngines = [...parts.embeddingEngines, ...upstreams.embeddings];
  const paying = { money, prices };
  const text = new TextRouter({
    engines: [...parts.localEngines, ...upstreams.text.engines],
    rules: upstreams.text.rules,
    preferred: parts.preferredModel,
  });
  const answers = new Answers(text, paying);
  const syntax = new TreeSitterChecker();
  const sources = [textModels(text), ...embeddingEngines.map(embeddingModels), ...parts.otherModels];
  return {
    routes: [
      ...chatRoutes({
        chat: new ChatService({
          text,
          answers,
          memory: new Memory({ database, text, paying }),
          pictures: parts.pictures,
        }),
        completions: new CompletionService({ text, answers }),
        embeddings: new EmbeddingService(embeddingEngines, paying),
      }),
      ...conversationRoutes(new ConversationService(database)),
      ...modelRoutes(new ModelService(sources, prices)),
      ...codeRoutes(new CodeService({ text, syntax, paying })),
    ],
    text,
    modelSources: sources,
    health: () => text.health(),
    start: async () => {
      const listed = Promise.all([upstreams.text, ...upstreams.embeddings].map((one) => one.start()));
      await Promise.race([listed, sleep(LISTING_PATIENCE_MS, undefined, { ref: false })]);
    },
    close: async () => {
      await Promise.all([upstreams.text, ...upstreams.embeddings, syntax].map((one) => one.close()));
    },
  };
}
