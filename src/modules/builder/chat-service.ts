// Chat about a project: answers questions about its code, and makes edits that become versions.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { LeftCalls } from '../../core/left-calls.ts';
import { microToCredits } from '../../core/money.ts';
import { notReady } from '../../core/not-ready.ts';
import type { Blueprint, BlueprintEngine, Framework } from '../../engines/blueprint/port.ts';
import type { TextModel, TextRoutes, TokenUsage as TokenUse } from '../../engines/text/port.ts';
import { billOf, costOfLeft, describeLeft, ownEndOf, watchLeave } from '../../money/left-bill.ts';
import type { Money } from '../../money/money.ts';
import type { Prices } from '../../money/prices.ts';
import type { Receipt } from '../../money/receipt.ts';
import { addMessages, type BuilderMessage, readConversation } from '../../store/builder-messages.ts';
import type { Database } from '../../store/database.ts';
import { findProject, findVersion, type ProjectFile, type ProjectRow, readFiles } from '../../store/projects.ts';
import { chatMessages, filesOfContext, mostAnswerTokens, rememberedMessage } from './chat-prompt.ts';
import { type EditedFiles, editFiles, outcomeWords } from './edit-files.ts';
import { BLUEPRINT_MODEL } from './job.ts';
import { chooseChatModel } from './model-choice.ts';
import { showFile } from './present.ts';
import { answerFromFiles } from './project-answer.ts';
import type { ChatBody } from './schema.ts';
import type { BuilderService } from './service.ts';

export interface ChatParts {
  database: Database;
  money: Money;
  prices: Prices;
  text: TextRoutes;
  blueprint: BlueprintEngine;
  builder: BuilderService;
  leftCalls: LeftCalls;
}

export interface ChatCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: ChatBody;
}

interface Scene {
  id: string;
  conversationId: string;
  project: ProjectRow | undefined;
  /** The subject of the question: code sent with it, then the project. */
  files: ProjectFile[];
  sent: ProjectFile[];
  stored: ProjectFile[];
  blueprint: Blueprint | null;
  earlier: BuilderMessage[];
}

/** A message that requests a change; a question goes to a text model. */
const ASKS_FOR_A_CHANGE =
  /^(?:please |(?:can|could|would) you (?:please )?|also |now |i (?:want|need) |it should (?:have )?)*(?:add|remove|delete|drop|hide|rename|change|make|use|show|include|give|put|track|let|allow|switch|turn|send|export|import|an? )\b/i;

type Said =
  | { kind: 'words'; words: string }
  | { kind: 'end'; body: Record<string, unknown>; receipt: Receipt | undefined };

export class BuilderChat {
  readonly #parts: ChatParts;

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  async whole(call: ChatCall): Promise<{ body: object; receipt: Receipt | undefined }> {
    for await (const said of this.#say(call)) if (said.kind === 'end') return said;
    throw new Error('the builder chat ended without an answer');
  }

  /** Yields text as it arrives, as chat chunks, then the whole message. */
  async *stream(call: ChatCall): AsyncGenerator<object> {
    for await (const said of this.#say(call)) {
      if (said.kind === 'words')
        yield {
          object: 'builder.message.chunk',
          choices: [{ index: 0, delta: { content: said.words }, finish_reason: null }],
        };
      else
        yield {
          ...said.body,
          choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
          ...(said.receipt ? { usage: { credits: microToCredits(said.receipt.charged) } } : {}),
        };
    }
  }

  async *#say(call: ChatCall): AsyncGenerator<Said> {
    const scene = await this.#open(call);
    const { project } = scene;
    const edit = project ? await this.#edit(call, scene, project) : null;
    const model = chooseChatModel(this.#parts.text, call.caller, call.body.model);
    if (project && edit && edit.changed.length > 0) yield* this.#change(call, { scene, project }, edit);
    else if (edit && ASKS_FOR_A_CHANGE.test(call.body.message) && edit.requested.length > 0) {
      const message = `Nothing was changed. ${outcomeWords(edit.requested)}`;
      yield* this.#finish(call, { scene, message }, { files: [], applied: false, requested: edit.requested });
    } else if (model) yield* this.#answerByModel(call, scene, model);
    else if (scene.files.length > 0)
      yield* this.#finish(call, { scene, message: answerFromFiles(call.body.message, scene.files) }, { files: [] });
    else throw noModel(this.#parts.text.defaultModel());
  }

  /** The blueprint engine's reading of the message; null if another model wrote the project. */
  async #edit(call: ChatCall, scene: Scene, project: ProjectRow): Promise<EditedFiles | null> {
    if (!scene.blueprint) return null;
    const order = {
      prompt: call.body.message,
      framework: project.framework as Framework,
      files: scene.stored,
      blueprint: scene.blueprint,
    };
    return editFiles(this.#parts.blueprint, order, call.signal);
  }

  async #open({ caller, body }: ChatCall): Promise<Scene> {
    const { queries } = this.#parts.database;
    const continued = body.conversation_id === 'new' ? undefined : body.conversation_id;
    const earlier = continued ? await readConversation(queries, caller, continued) : { projectId: null, messages: [] };
    if (continued && earlier.messages.length === 0)
      throw new ServiceError('not_found', `There is no conversation "${continued}". Leave it out to start one.`, {
        param: 'conversation_id',
      });
    const projectId = body.project_id ?? earlier.projectId;
    const project = body.project_id
      ? await this.#parts.builder.project(caller, body.project_id)
      : projectId
        ? await findProject(queries, caller, projectId)
        : undefined;
    const version = project && (await findVersion(queries, project.id, project.version));
    const sent = filesOfContext(body.context);
    const stored = project ? ((await readFiles(queries, project.id, project.version)) ?? []) : [];
    return {
      id: newId('msg'),
      conversationId: continued ?? newId('conv'),
      project,
      files: [...sent, ...stored],
      sent,
      stored,
      blueprint: (version?.blueprint ?? null) as Blueprint | null,
      earlier: earlier.messages,
    };
  }

  /** Handles an edit that the blueprint engine understands: proposes it, or builds it as the project's next version. */
  async *#change(
    call: ChatCall,
    { scene, project }: { scene: Scene; project: ProjectRow },
    edit: EditedFiles,
  ): AsyncGenerator<Said> {
    if (call.body.apply === false) {
      yield* this.#propose(call, { scene, project }, edit);
      return;
    }
    const { body: built, receipt } = await this.#parts.builder.build({
      ...call,
      isAsync: false,
      body: { prompt: call.body.message, project_id: project.id },
    });
    const changed = new Set(Array.isArray(built.changed) ? built.changed : []);
    const all = (built.files ?? []) as unknown as ProjectFile[];
    const more = {
      files: all.filter((file) => changed.has(file.path)),
      applied: true,
      version: built.version,
      build_id: built.id,
      preview_url: built.preview_url,
      requested: built.requested,
    };
    yield* this.#finish(call, { scene, message: wordsOf(edit), receipt }, more);
  }

  /** A proposal costs as much as the same edit as a build, because the work is the same. */
  async *#propose(
    call: ChatCall,
    { scene, project }: { scene: Scene; project: ProjectRow },
    edit: EditedFiles,
  ): AsyncGenerator<Said> {
    const { money } = this.#parts;
    const prices = this.#parts.prices.now();
    const what = { module: 'builder', model: BLUEPRINT_MODEL, description: `Proposal for ${project.name}` };
    const usage = { requests: 1 };
    const payer = { ...call.caller, requestId: call.requestId };
    const changed = new Set(edit.changed);
    const { value: files, receipt } = await money.charge(payer, prices.quote(payer, what, usage), async () => ({
      value: edit.files.filter((file) => changed.has(file.path)),
      cost: prices.cost(payer, what, usage),
      usage: {},
    }));
    const message = `I would change ${files.length} files: ${wordsOf(edit)}`;
    const { requested } = edit;
    yield* this.#finish(call, { scene, message, receipt }, { files, applied: false, requested });
  }

  async *#answerByModel(call: ChatCall, scene: Scene, model: TextModel): AsyncGenerator<Said> {
    const { money, text } = this.#parts;
    const prices = this.#parts.prices.now();
    const messages = chatMessages({ ...scene, message: call.body.message }, model);
    const what = { module: 'builder', model: model.id, description: `Coding conversation with ${model.id}` };
    const maxTokens = mostAnswerTokens(model);
    const most = { promptTokens: Buffer.byteLength(JSON.stringify(messages)), completionTokens: maxTokens };
    const hold = await money.hold({ ...call.caller, requestId: call.requestId }, prices.quote(call.caller, what, most));
    const watch = watchLeave(this.#parts, call.caller, call.signal);
    const { leave, policy } = watch;
    const costOf = (use: TokenUse) => Math.min(hold.amount, prices.cost(call.caller, what, use));
    const order = { model: model.id, messages, maxTokens, temperature: 0.3 };
    let used: TokenUse | undefined;
    let written = 0;
    let deliveredTokens = 0;
    let answer = '';
    let failure: unknown;
    let isWhole = false;
    let receipt: Receipt | undefined;
    try {
      for await (const event of text.streamUntilLeft(order, leave.signals)) {
        if (event.type === 'end') used = event.usage;
        if (event.type !== 'text') continue;
        written += event.tokens;
        // A client that has left gets nothing more; its upstream is read on for what it used.
        if (leave.hasLeft) continue;
        answer += event.text;
        deliveredTokens = written;
        yield { kind: 'words', words: event.text };
      }
      isWhole = !leave.hasLeft;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const end = isWhole ? undefined : ownEndOf(watch, failure);
      leave.end();
      if (used || answer || end) {
        const promptTokens = used?.promptTokens ?? (await text.countTokens(model.id, messages));
        const use = used ?? { promptTokens, completionTokens: written, isEstimated: true };
        const left = end && billOf(end, policy, { promptTokens, completionTokens: deliveredTokens });
        const cost = left ? costOfLeft(left, use, costOf) : costOf(use);
        const note = left ? { note: describeLeft(left, use), deliveredTokens } : {};
        receipt = await money.settle(hold, cost, { ...use, ...note });
      } else await money.release(hold);
    }
    yield* this.#finish(call, { scene, message: answer, receipt }, { files: [], isSaid: true, model: model.id });
  }

  async *#finish(
    call: ChatCall,
    { scene, message, receipt }: { scene: Scene; message: string; receipt?: Receipt | undefined },
    more: { files: ProjectFile[]; isSaid?: boolean } & Record<string, unknown>,
  ): AsyncGenerator<Said> {
    const { files, isSaid, ...rest } = more;
    if (!isSaid) yield { kind: 'words', words: message };
    const projectId = scene.project?.id ?? null;
    const place = { ...call.caller, conversationId: scene.conversationId, projectId };
    await addMessages(this.#parts.database.queries, place, [
      { role: 'user', content: rememberedMessage(call.body.message, scene.sent) },
      { role: 'assistant', content: message },
    ]);
    const body = {
      id: scene.id,
      object: 'builder.message',
      conversation_id: scene.conversationId,
      message,
      files: files.map(showFile),
      ...(projectId ? { project_id: projectId } : {}),
      ...rest,
      usage: {},
    };
    yield { kind: 'end', body, receipt };
  }
}

/** What was changed, then what was not. */
function wordsOf({ summary, requested }: EditedFiles): string {
  const open = requested.filter(({ outcome }) => outcome !== 'done');
  return open.length > 0 ? `${summary} ${outcomeWords(open)}` : summary;
}

function noModel(wanted: TextModel | undefined): ServiceError {
  if (wanted && !wanted.ready) return notReady(wanted);
  return new ServiceError(
    'engine_unavailable',
    'No text model is connected that could answer. Send code in "context", name a "project_id", or ask the operator for a text model.',
  );
}
