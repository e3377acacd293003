// How each coding agent is told to use this service without a person in front of it, and which of its tools read and edit a file.
import { join } from 'node:path';
import type { Step } from './scripted-model.ts';

export interface AgentTask {
  origin: string;
  key: string;
  model: string;
  /** The agent's own home folder, empty. */
  home: string;
  /** Where it works. */
  folder: string;
  prompt: string;
}

export interface CodingAgent {
  package: string;
  program: string;
  api: string;
  args(task: AgentTask): string[];
  environment(task: AgentTask): Record<string, string>;
  /** Files of its configuration, by their path in its home folder. */
  files?(task: AgentTask): Record<string, string>;
  steps(file: string): Step[];
}

const RED = 'colour: red';
const BLUE = 'colour: blue';

export const CODING_AGENTS: CodingAgent[] = [
  {
    package: '@anthropic-ai/claude-code',
    program: 'claude',
    api: 'Messages',
    args: ({ prompt, model }) => ['-p', prompt, '--model', model, '--permission-mode', 'acceptEdits'],
    environment: ({ origin, key, model }) => ({
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    steps: (file) => [
      { tool: 'Read', input: { file_path: file } },
      { tool: 'Edit', input: { file_path: file, old_string: RED, new_string: BLUE } },
    ],
  },
  {
    package: '@openai/codex',
    program: 'codex',
    api: 'Responses',
    args: ({ prompt, model, origin }) => [
      ...[
        'exec',
        '--skip-git-repo-check',
        '-s',
        'danger-full-access',
        '-m',
        model,
        '-c',
        'model_provider=atelier',
        '-c',
      ],
      `model_providers.atelier={name="atelier",base_url="${origin}/v1",env_key="ATELIER_KEY",wire_api="responses"}`,
      prompt,
    ],
    environment: ({ key, home }) => ({ ATELIER_KEY: key, CODEX_HOME: home }),
    steps: (file) => [
      { tool: 'exec_command', input: { cmd: `cat ${file}` } },
      { tool: 'exec_command', input: { cmd: `sed -i 's/red/blue/' ${file}` } },
    ],
  },
  {
    package: '@google/gemini-cli',
    program: 'gemini',
    api: 'Gemini',
    args: ({ prompt, model }) => ['-m', model, '-p', prompt, '--approval-mode', 'yolo', '--skip-trust'],
    environment: ({ origin, key }) => ({ GOOGLE_GEMINI_BASE_URL: origin, GEMINI_API_KEY: key }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    steps: (file) => [
      { tool: 'read_file', input: { file_path: file } },
      {
        tool: 'replace',
        input: {
          file_path: file,
          instruction: 'Make it blue.',
          old_string: RED,
          new_string: BLUE,
          allow_multiple: false,
        },
      },
    ],
  },
  {
    package: 'opencode-ai',
    program: 'opencode',
    api: 'Chat completions',
    args: ({ prompt, model }) => ['run', '-m', `atelier/${model}`, prompt],
    environment: ({ origin, key, model }) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        provider: {
          atelier: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Atelier',
            options: { baseURL: `${origin}/v1`, apiKey: key },
            models: { [model]: { name: model, tool_call: true, limit: { context: 100_000, output: 4_000 } } },
          },
        },
      }),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    }),
    steps: (file) => [
      { tool: 'read', input: { filePath: file } },
      { tool: 'edit', input: { filePath: file, oldString: RED, newString: BLUE } },
    ],
  },
  {
    package: '@github/copilot',
    program: 'copilot',
    api: 'Chat completions',
    args: ({ prompt }) => ['-p', prompt, '--allow-all-tools', '--no-auto-update'],
    environment: ({ origin, key, model }) => ({
      COPILOT_PROVIDER_BASE_URL: `${origin}/v1`,
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: model,
      COPILOT_OFFLINE: 'true',
    }),
    steps: (file) => [
      { tool: 'view', input: { path: file } },
      { tool: 'edit', input: { path: file, old_str: RED, new_str: BLUE } },
    ],
  },
  {
    package: '@qwen-code/qwen-code',
    program: 'qwen',
    api: 'Chat completions',
    args: ({ prompt }) => ['--auth-type', 'openai', '--yolo', prompt],
    environment: ({ origin, key, model }) => ({
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: `${origin}/v1`,
      OPENAI_MODEL: model,
    }),
    steps: (file) => [
      { tool: 'read_file', input: { file_path: file } },
      { tool: 'edit', input: { file_path: file, old_string: RED, new_string: BLUE } },
    ],
  },
  {
    package: '@continuedev/cli',
    program: 'cn',
    api: 'Chat completions',
    args: ({ prompt, home }) => ['-p', '--auto', '--config', join(home, 'config.yaml'), prompt],
    environment: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
    files: ({ origin, key, model }) => ({
      'config.yaml': [
        'name: Atelier\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: Atelier\n    provider: openai',
        `    model: ${model}\n    apiKey: ${key}\n    apiBase: ${origin}/v1\n    roles: [chat]\n    capabilities: [tool_use]\n`,
      ].join('\n'),
    }),
    steps: (file) => [
      { tool: 'Read', input: { filepath: file } },
      { tool: 'Edit', input: { file_path: file, old_string: RED, new_string: BLUE } },
    ],
  },
];
