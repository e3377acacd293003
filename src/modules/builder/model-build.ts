// Builds with a text model: generate, check, start and load the app; on failure, repair with the exact error, at most three times.
import { ServiceError } from '../../core/errors.ts';
import { mayThinkUnseen } from '../../core/thinking-models.ts';
import type { PreviewEngine, SourceFile } from '../../engines/preview/port.ts';
import type { TextMessage, TextModel, TextOrder, TextRoutes } from '../../engines/text/port.ts';
import { applyAnswer } from './model-answer.ts';
import { ANSWER_FORMAT, buildMessages, repairMessage } from './model-prompts.ts';
import { type BuildUsage, RoundSpending } from './round-spending.ts';
import { type Verdict, type VerifyOrder, verifyApp } from './verify.ts';

export const MAX_REPAIRS = 3;
const MAX_OUTPUT_TOKENS = 16_000;

export interface ModelBuildOrder extends VerifyOrder {
  model: TextModel;
  prompt: string;
  existing: readonly SourceFile[];
}

export interface ModelBuild {
  files: SourceFile[];
  summary: string;
  verdict: Verdict;
  rounds: number;
  usage: BuildUsage;
}

export interface BuildWatch {
  /** The tokens of all rounds that have ended; changed while the build runs. */
  used: BuildUsage;
  report(fraction: number, stage: string): void;
  /** The tokens of all rounds and of the one that runs. */
  onSpent(usage: BuildUsage): void;
}

export async function buildWithModel(
  engines: { text: TextRoutes; preview: PreviewEngine },
  { order, watch }: { order: ModelBuildOrder; watch: BuildWatch },
  signal: AbortSignal,
): Promise<ModelBuild> {
  const { used: usage, report } = watch;
  const messages = buildMessages(order.framework, order.prompt, order.existing);
  let files: SourceFile[] = [...order.existing];
  let problems: Verdict['problems'] = [];
  for (let round = 0; round <= MAX_REPAIRS; round += 1) {
    report(0.1 + round * 0.2, round === 0 ? 'writing' : `repairing (${round} of ${MAX_REPAIRS})`);
    const text = await ask(engines.text, { model: order.model, messages, watch }, signal);
    const applied = applyAnswer(text, files);
    files = applied.files;
    report(0.2 + round * 0.2, 'checking');
    const verdict =
      applied.problems.length > 0
        ? { problems: applied.problems, warnings: [], isPreviewed: false }
        : await verifyApp(engines.preview, { files, order }, signal);
    if (verdict.problems.length === 0) return { files, summary: applied.summary, verdict, rounds: round, usage };
    problems = verdict.problems;
    messages.splice(2, messages.length, { role: 'assistant', content: text }, repairMessage(problems, files));
  }
  const [first] = problems;
  throw new ServiceError(
    'build_failed',
    `The app could not be made to work after ${MAX_REPAIRS} repairs (${first?.file ?? 'app'}: ${first?.message ?? 'unknown'}).`,
  );
}

/** Of the problems in a repair, and the words around them. */
const REPAIR_TOKENS = 16_000;

/** The most that all rounds read: a repair shows the application again, with the answer that does not work and what was written until then. */
export function mostPromptTokens(text: TextRoutes, model: TextModel, messages: TextMessage[]): number {
  const first = text.mostPromptTokens({ model: model.id, orders: () => [orderFor(model, messages)] });
  const repair = 2 * first + (MAX_REPAIRS + 1) * mostTokens(model) + REPAIR_TOKENS;
  return Math.min(first, model.contextWindow) + MAX_REPAIRS * Math.min(repair, model.contextWindow);
}

export function mostTokens(model: TextModel): number {
  return Math.min(model.maxOutputTokens, MAX_OUTPUT_TOKENS);
}

function orderFor(model: TextModel, messages: TextMessage[]): TextOrder {
  const order = { model: model.id, messages, maxTokens: mostTokens(model), temperature: 0.2 };
  return model.capabilities.includes('json_schema') ? { ...order, responseFormat: ANSWER_FORMAT } : order;
}

async function ask(
  text: TextRoutes,
  { model, messages, watch: { used, onSpent } }: { model: TextModel; messages: TextMessage[]; watch: BuildWatch },
  signal: AbortSignal,
): Promise<string> {
  const spending = new RoundSpending({
    ...{ used, onSpent },
    promptTokens: await text.countTokens(model.id, messages),
    maxTokens: mostTokens(model),
    thinksUnseen: mayThinkUnseen(model.id, {}),
    isExact: text.countsExactly(model.id),
  });
  let answer = '';
  try {
    for await (const event of text.stream(orderFor(model, messages), signal, () => spending.begin())) {
      if (event.type === 'text') answer += event.text;
      if (event.type !== 'end') {
        spending.write(event.tokens);
        continue;
      }
      used.promptTokens += event.usage.promptTokens;
      used.completionTokens += event.usage.completionTokens;
    }
  } finally {
    spending.end();
  }
  onSpent({ ...used });
  return answer;
}
