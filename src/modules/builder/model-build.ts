// Builds with a text model: generate, check, start and load the app; on failure, repair with the exact error, at most three times.
import { ServiceError } from '../../core/errors.ts';
import type { PreviewEngine, SourceFile } from '../../engines/preview/port.ts';
import type { TextMessage, TextModel, TextRoutes } from '../../engines/text/port.ts';
import { applyAnswer } from './model-answer.ts';
import { ANSWER_FORMAT, buildMessages, repairMessage } from './model-prompts.ts';
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
  usage: { promptTokens: number; completionTokens: number };
}

export interface BuildWatch {
  report(fraction: number, stage: string): void;
  /** The tokens of all rounds so far. */
  onUsage(usage: ModelBuild['usage']): void;
}

export async function buildWithModel(
  engines: { text: TextRoutes; preview: PreviewEngine },
  { order, report, onUsage }: { order: ModelBuildOrder } & BuildWatch,
  signal: AbortSignal,
): Promise<ModelBuild> {
  const messages = buildMessages(order.framework, order.prompt, order.existing);
  const usage = { promptTokens: 0, completionTokens: 0 };
  let files: SourceFile[] = [...order.existing];
  let problems: Verdict['problems'] = [];
  for (let round = 0; round <= MAX_REPAIRS; round += 1) {
    report(0.1 + round * 0.2, round === 0 ? 'writing' : `repairing (${round} of ${MAX_REPAIRS})`);
    const text = await ask(engines.text, { model: order.model, messages, usage }, signal);
    onUsage({ ...usage });
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
    'engine_failed',
    `The app could not be made to work after ${MAX_REPAIRS} repairs (${first?.file ?? 'app'}: ${first?.message ?? 'unknown'}). Nothing was charged.`,
  );
}

export function mostTokens(model: TextModel): number {
  return Math.min(model.maxOutputTokens, MAX_OUTPUT_TOKENS);
}

async function ask(
  text: TextRoutes,
  { model, messages, usage }: { model: TextModel; messages: TextMessage[]; usage: ModelBuild['usage'] },
  signal: AbortSignal,
): Promise<string> {
  const order = { model: model.id, messages, maxTokens: mostTokens(model), temperature: 0.2 };
  const isStructured = model.capabilities.includes('json_schema');
  let answer = '';
  for await (const event of text.stream(isStructured ? { ...order, responseFormat: ANSWER_FORMAT } : order, signal)) {
    if (event.type === 'text') answer += event.text;
    if (event.type !== 'end') continue;
    usage.promptTokens += event.usage.promptTokens;
    usage.completionTokens += event.usage.completionTokens;
  }
  return answer;
}
