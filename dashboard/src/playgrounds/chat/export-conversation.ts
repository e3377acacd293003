// A conversation as a file: Markdown for people, JSON for programs.
import { partsOf } from './message-parts.ts';
import { type Conversation, readConversation } from './read-conversation.ts';
import { chatWords } from './strings.ts';

export async function exportConversation(id: string, format: 'md' | 'json'): Promise<void> {
  const conversation = await readConversation(id);
  const text = format === 'md' ? markdownOf(conversation) : `${JSON.stringify(conversation, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: format === 'md' ? 'text/markdown' : 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileName(conversation.title)}.${format}`;
  link.click();
  URL.revokeObjectURL(url);
}

function markdownOf({ title, messages }: Conversation): string {
  const parts = messages.map((message) => {
    const { text, documents, pictures } = partsOf(message.content);
    const attached = [...documents, ...pictures].map((one) => `- ${one}\n`).join('');
    const calls = (message.tool_calls ?? [])
      .map(({ function: call }) => `\`${call.name}(${call.arguments})\`\n`)
      .join('');
    return `## ${chatWords.roles[message.role]}\n\n${attached}${attached && '\n'}${text}${calls && `\n${calls}`}\n`;
  });
  return `# ${title}\n\n${parts.join('\n')}`;
}

function fileName(title: string): string {
  return (
    title
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60) || 'conversation'
  );
}
