// Wires the dialects of other APIs on top of the text services: OpenAI's Responses, Anthropic's Messages, Gemini and
// Ollama, rerank and moderation.
import type { Caller } from '../core/caller.ts';
import type { EmbeddingEngine } from '../engines/embedding/port.ts';
import { EmbeddingReranker } from '../engines/rerank/by-embeddings.ts';
import type { TextRoutes } from '../engines/text/port.ts';
import { cutToTokens } from '../engines/text/tokenizer.ts';
import type { Route } from '../http/route.ts';
import type { JobHandler } from '../jobs/kinds.ts';
import type { ChatService } from '../modules/chat/chat-service.ts';
import type { CompletionService } from '../modules/chat/completion-service.ts';
import type { ConversationQuota } from '../modules/chat/conversation-quota.ts';
import { cohereRoutes } from '../modules/chat/dialects/cohere/routes.ts';
import { geminiRoutes } from '../modules/chat/dialects/gemini/routes.ts';
import { messagesRoutes } from '../modules/chat/dialects/messages/routes.ts';
import { OfferedModels } from '../modules/chat/dialects/offered-models.ts';
import { ollamaRoutes } from '../modules/chat/dialects/ollama/routes.ts';
import { BackgroundResponses } from '../modules/chat/dialects/responses/background.ts';
import { BackgroundJob } from '../modules/chat/dialects/responses/background-job.ts';
import { Conversations } from '../modules/chat/dialects/responses/conversations.ts';
import { openConversationRoutes } from '../modules/chat/dialects/responses/conversations-routes.ts';
import { responsesRoutes } from '../modules/chat/dialects/responses/routes.ts';
import { ResponseService } from '../modules/chat/dialects/responses/service.ts';
import { SealedThoughts } from '../modules/chat/dialects/sealed-thoughts.ts';
import { FileSearch, type PassageSource } from '../modules/chat/dialects/search/file-search.ts';
import { SearchingChat } from '../modules/chat/dialects/search/searching-chat.ts';
import type { WebSearch } from '../modules/chat/dialects/search/web-search.ts';
import type { EmbeddingService } from '../modules/chat/embedding-service.ts';
import { ModerationService } from '../modules/chat/moderation-service.ts';
import type { ReadPicture } from '../modules/chat/picture-parts.ts';
import { rerankRoutes } from '../modules/chat/rerank-routes.ts';
import { RerankService } from '../modules/chat/rerank-service.ts';
import type { Paying } from '../money/token-hold.ts';
import { createSeal } from '../outbox/seal.ts';
import type { BackgroundState } from '../store/background-responses.ts';
import type { Database } from '../store/database.ts';
import type { SideUpstreams } from '../upstreams/side-upstreams.ts';
import type { Jobs } from './jobs.ts';
import { VERSION } from './version.ts';

export interface DialectParts {
  database: Database;
  text: TextRoutes;
  embeddingEngines: readonly EmbeddingEngine[];
  side: SideUpstreams;
  paying: Paying;
  secret: string;
  pictures: ReadPicture;
  quota: ConversationQuota;
  queue: Jobs['queue'];
  /** Whom an order in the background is answered for. */
  callerOf(order: BackgroundState): Promise<Caller>;
  /** Absent without a search engine. */
  search: WebSearch | undefined;
  passages: PassageSource;
  services: { chat: ChatService; completions: CompletionService; embeddings: EmbeddingService };
}

const THOUGHTS = 'thoughts that clients send back';

export function buildDialects(parts: DialectParts): { routes: Route[]; handlers: { response: JobHandler } } {
  const { database, text, embeddingEngines, side, paying, services, pictures } = parts;
  const sealed = new SealedThoughts(createSeal(parts.secret, THOUGHTS));
  const conversations = new Conversations({ database, prices: paying.prices, quota: parts.quota, sealed });
  const files = new FileSearch(parts.passages);
  const searching = new SearchingChat(services.chat, { web: parts.search, files });
  const models = new OfferedModels(text, embeddingEngines);
  // Dedicated rerank models come before models that only compare vectors.
  const rankers = [...side.rerank, ...embeddingEngines.map((engine) => new EmbeddingReranker(engine))];
  const background = new BackgroundResponses({ database, queue: parts.queue });
  const responses = new ResponseService({
    chat: services.chat,
    database,
    sealed,
    conversations,
    background,
    searching,
  });
  const routes = [
    ...responsesRoutes(responses),
    ...openConversationRoutes(conversations),
    ...messagesRoutes(services.chat, { sealed, searching }),
    ...geminiRoutes({ ...services, models, searching }),
    ...cohereRoutes(services),
    ...ollamaRoutes({ ...services, models, version: VERSION }),
    ...rerankRoutes({
      rerank: new RerankService(rankers, paying, async (words, limit) => (await cutToTokens('', words, limit)).text),
      moderation: new ModerationService(side.moderation, pictures),
    }),
  ];
  const job = new BackgroundJob({ database, responses, callerOf: parts.callerOf });
  return { routes, handlers: { response: job } };
}
