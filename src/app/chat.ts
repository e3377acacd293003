// Wires chat: upstreams and local engines behind one router, which other areas use too, and the chat module.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/settings.ts';
import { documentReader } from '../engines/document/pdf.ts';
import { searchEngine } from '../engines/search/http-search.ts';
import { GuardedText } from '../engines/text/guarded-text.ts';
import type { TextEngine, TextRoutes } from '../engines/text/port.ts';
import { TextRouter } from '../engines/text/router.ts';
import type { JobHandler } from '../jobs/kinds.ts';
import { findBatchCaller } from '../modules/batches/batch-caller.ts';
import { AnswerCache } from '../modules/chat/answer-cache/answer-cache.ts';
import { Answers } from '../modules/chat/answers.ts';
import { ChatService } from '../modules/chat/chat-service.ts';
import { CompletionService } from '../modules/chat/completion-service.ts';
import { ConversationQuota } from '../modules/chat/conversation-quota.ts';
import { conversationRoutes } from '../modules/chat/conversation-routes.ts';
import { ConversationService } from '../modules/chat/conversation-service.ts';
import { WebSearch } from '../modules/chat/dialects/search/web-search.ts';
import { EmbeddingService } from '../modules/chat/embedding-service.ts';
import { Memory } from '../modules/chat/memory.ts';
import type { Listener } from '../modules/chat/recordings.ts';
import { chatRoutes } from '../modules/chat/routes.ts';
import { storedCompletionRoutes } from '../modules/chat/stored-completion-routes.ts';
import { StoredCompletions } from '../modules/chat/stored-completions.ts';
import { ImageSource } from '../modules/image/source.ts';
import { embeddingModels, type ModelSource, rerankModels, textModels } from '../modules/models/sources.ts';
import { VectorSearch } from '../modules/vectors/search.ts';
import type { Paying } from '../money/token-hold.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import type { CandidateHealth } from '../net/routing.ts';
import { shareCopiedMessages } from '../store/conversations.ts';
import type { Upstreams } from '../upstreams/connect-upstreams.ts';
import type { Area } from './area.ts';
import { buildDialects } from './dialects.ts';
import type { Jobs } from './jobs.ts';
import type { LocalEngines } from './local.ts';
import { offeredOf, saleOf, sharingOf } from './sale.ts';
import type { SharedParts } from './shared-parts.ts';

/** A slow upstream must not delay the start: its models appear when its list has arrived. */
const LISTING_PATIENCE_MS = 1_000;
/** For branches that the last release created as copies. */
const SHARE_MS = 10_000;
const COPIES_AT_ONCE = 50;

export interface Chat extends Area {
  /** For other areas that need text: code, builder, music, video. */
  text: TextRoutes;
  /** For vector stores: what turns texts into vectors, and what finds them. */
  embeddings: EmbeddingService;
  vectorSearch: VectorSearch;
  /** The engines behind it, in order of preference. */
  engines(): readonly TextEngine[];
  /** For GET /models. */
  models: readonly ModelSource[];
  handlers: { response: JobHandler };
  /** Health of the engines in recent calls. */
  health(): readonly CandidateHealth[];
}

export async function buildChat(
  parts: SharedParts & { local: LocalEngines; jobs: Jobs; listener: Listener },
): Promise<Chat> {
  const { config, database, artifacts, money, prices, leftCalls, upstreams, local, secret } = parts;
  const embeddingEngines = [...local.embedding, ...upstreams.embeddings].map((engine) => offeredOf(engine, prices));
  const rerank = upstreams.side.rerank.map((engine) => offeredOf(engine, prices));
  const paying = { money, prices, leftCalls };
  const engines = () => [...local.text, ...upstreams.text.engines, ...upstreams.connected.list()];
  const router = new TextRouter({
    engines,
    rules: () => upstreams.connected.rules(),
    sale: saleOf(prices, 'text'),
    sharing: sharingOf(config, prices),
    gate: parts.gates.of('text'),
  });
  const text = new GuardedText(router);
  upstreams.connected.onRetired((engine) => router.forget(engine));
  const quota = new ConversationQuota(prices);
  const cache = new AnswerCache({ database, prices, log: parts.log });
  const answers = new Answers(text, paying, cache);
  const pictures = new ImageSource({ artifacts, guardedFetch, publicUrl: config.publicUrl });
  const services = {
    chat: new ChatService({
      text,
      answers,
      memory: new Memory({ database, text, paying, quota }),
      pictures,
      documents: documentReader,
      listener: parts.listener,
    }),
    completions: new CompletionService({ text, answers }),
    embeddings: new EmbeddingService(embeddingEngines, paying, cache),
  };
  const vectorSearch = new VectorSearch(database, services.embeddings);
  const stored = new StoredCompletions(services.chat, database);
  const dialects = buildDialects({
    database,
    text,
    embeddingEngines,
    side: { ...upstreams.side, rerank },
    paying,
    secret,
    services,
    pictures,
    quota,
    search: webSearch(config, paying),
    passages: vectorSearch,
    queue: parts.jobs.queue,
    callerOf: (order) => findBatchCaller(database.queries, order),
  });
  await listModels(upstreams);
  // The start-up log names the models that are not offered.
  text.models();
  return {
    routes: [
      ...chatRoutes({ ...services, stored }),
      ...storedCompletionRoutes(stored),
      ...dialects.routes,
      ...conversationRoutes(new ConversationService(database, quota)),
    ],
    handlers: dialects.handlers,
    text,
    embeddings: services.embeddings,
    vectorSearch,
    engines,
    chores: [
      { everyMs: SHARE_MS, isSkippedAtStop: true, run: () => shareCopiedMessages(database.queries, COPIES_AT_ONCE) },
    ],
    models: [textModels(text), ...embeddingEngines.map(embeddingModels), ...rerank.map(rerankModels)],
    health: () => router.health(),
    async close() {
      await Promise.all(serversOf(upstreams).map((one) => one.close()));
    },
  };
}

/** Undefined if the operator has set no search engine. */
function webSearch({ search, prices }: Config, paying: Paying): WebSearch | undefined {
  if (!search) return undefined;
  if (prices.modules.search) return new WebSearch(searchEngine(search), paying);
  throw new Error('SEARCH_ENGINE needs the price of a search: add modules.search.per_request to the price list.');
}

async function listModels(upstreams: Upstreams): Promise<void> {
  const listed = Promise.all(serversOf(upstreams).map((one) => one.start()));
  await Promise.race([listed, sleep(LISTING_PATIENCE_MS, undefined, { ref: false })]);
}

function serversOf({ text, embeddings, side, connected }: Upstreams) {
  return [text, ...embeddings, side, connected];
}
