// Reads a Dockerfile into stages and steps, and refuses every instruction and option that the container tests do not execute.
import {
  type Copy,
  DockerfileParser,
  type Instruction,
  type JSONInstruction,
  type PropertyInstruction,
} from 'dockerfile-ast';

export interface Stage {
  base: string;
  name: string | undefined;
  steps: Step[];
}

/** The text of a step is its instruction as written, for the log and the key of its layer. */
export type Step = { text: string } & (
  | { kind: 'run'; command: string }
  | { kind: 'copy'; from: string | undefined; sources: string[]; target: string }
  | { kind: 'env'; values: Record<string, string> }
  | { kind: 'workdir' | 'user'; value: string }
  | { kind: 'entrypoint' | 'cmd' | 'healthcheck'; words: string[] }
  | { kind: 'none' }
);

/** Which shell reads a command decides what `$` in it means; in all other instructions Docker itself would have to expand it. */
const SHELL_READS = ['RUN', 'CMD', 'ENTRYPOINT', 'HEALTHCHECK'];

export function readContainerFile(text: string): Stage[] {
  const stages: Stage[] = [];
  const file = DockerfileParser.parse(text);
  const froms = file.getFROMs();
  for (const instruction of file.getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = froms[stages.length];
      stages.push({ base: from?.getImage() ?? '', name: from?.getBuildStage() ?? undefined, steps: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${describe(instruction)}: no FROM stands before it`);
    stage.steps.push(readStep(instruction));
  }
  return stages;
}

function readStep(instruction: Instruction): Step {
  const keyword = instruction.getKeyword();
  const content = instruction.getArgumentsContent() ?? '';
  const text = `${keyword} ${instruction.getRawArgumentsContent() ?? ''}`;
  if (!SHELL_READS.includes(keyword) && content.includes('$'))
    throw new Error(`${describe(instruction)}: variables are not expanded`);
  switch (keyword) {
    case 'RUN':
      if (/^RUN\s+--/.test(text)) throw new Error(`${describe(instruction)}: options of RUN are not known`);
      return { kind: 'run', text, command: content };
    case 'COPY':
      return { text, ...readCopy(instruction as Copy) };
    case 'ENV':
      return { kind: 'env', text, values: readValues(instruction as PropertyInstruction) };
    case 'WORKDIR':
    case 'USER':
      return { kind: keyword === 'USER' ? 'user' : 'workdir', text, value: content };
    case 'ENTRYPOINT':
    case 'CMD':
      return { kind: keyword === 'CMD' ? 'cmd' : 'entrypoint', text, words: readWords(instruction, content) };
    case 'HEALTHCHECK':
      return { kind: 'healthcheck', text, words: readWords(instruction, content.replace(/^.*?\bCMD\s+/s, '')) };
    // A fresh folder stands for a volume, and the tests choose the port.
    case 'VOLUME':
    case 'EXPOSE':
      return { kind: 'none', text };
    default:
      throw new Error(`${describe(instruction)}: this instruction is not known`);
  }
}

function readCopy(copy: Copy): { kind: 'copy'; from: string | undefined; sources: string[]; target: string } {
  const unknown = copy.getFlags().find((flag) => flag.getName() !== 'from');
  if (unknown) throw new Error(`${describe(copy)}: the option --${unknown.getName()} is not known`);
  const paths = copy.getArguments().map((argument) => argument.getValue());
  const target = paths.pop() ?? '';
  return { kind: 'copy', from: copy.getFromFlag()?.getValue() ?? undefined, sources: paths, target };
}

function readValues(env: PropertyInstruction): Record<string, string> {
  return Object.fromEntries(env.getProperties().map((one) => [one.getName(), one.getValue() ?? '']));
}

/** Only the form that starts a program without a shell: a shell in between would not hand on the stop signal. */
function readWords(instruction: Instruction | JSONInstruction, content: string): string[] {
  try {
    return JSON.parse(content) as string[];
  } catch {
    throw new Error(`${describe(instruction)}: the command must be a JSON list`);
  }
}

function describe(instruction: Instruction): string {
  return `line ${instruction.getInstructionRange().start.line + 1}, ${instruction.getKeyword()}`;
}
