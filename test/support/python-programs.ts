// The Python programs that test/long/python-clients.test.ts installs in their newest version and runs.

export interface PythonProgram {
  /** On PyPI; the version of the first is shown. */
  packages: [string, ...string[]];
  api: string;
  /** In test/clients/python. */
  file: string;
}

export const PYTHON_PROGRAMS: readonly PythonProgram[] = [
  { packages: ['openai'], api: 'Chat completions', file: 'openai_chat.py' },
  { packages: ['openai'], api: 'Responses', file: 'openai_responses.py' },
  { packages: ['anthropic'], api: 'Messages', file: 'anthropic_messages.py' },
  { packages: ['google-genai'], api: 'Gemini', file: 'google_genai.py' },
  {
    packages: ['pydantic-ai-slim', 'pydantic-ai-slim[openai]'],
    api: 'Chat completions, Responses',
    file: 'pydantic_ai_agent.py',
  },
  {
    packages: ['langgraph', 'langchain', 'langchain-openai', 'langchain-anthropic'],
    api: 'Chat completions, Responses, Messages',
    file: 'langgraph_agent.py',
  },
  { packages: ['openai-agents'], api: 'Responses, Chat completions', file: 'openai_agents.py' },
];
