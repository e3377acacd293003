// Anthropic tools: those that the client runs become functions for other models; those that Anthropic runs are
// recognised.

const text = (description: string) => ({ type: 'string', description });
const whole = (description: string) => ({ type: 'integer', description });
const object = (properties: Record<string, object>, required: string[]) => ({ type: 'object', properties, required });

const EDIT = {
  path: text('The absolute path of the file or directory'),
  file_text: text('For create: the content of the file'),
  old_str: text('For str_replace: the text to replace, which must occur exactly once'),
  new_str: text('For str_replace: the new text. For insert before 2025-07: the text to insert'),
  insert_line: whole('For insert: the line after which the text goes, 0 for the beginning'),
  insert_text: text('For insert: the text'),
  view_range: { type: 'array', items: { type: 'integer' }, description: 'For view: the first and the last line' },
};

interface OwnTool {
  description: string;
  schema: Record<string, unknown>;
}

/** By the prefix of their types, which end with a date. */
const OWN_TOOLS: Readonly<Record<string, OwnTool>> = {
  bash_: {
    description: 'Runs a command in a persistent bash session and returns its output.',
    schema: object(
      { command: text('The command'), restart: { type: 'boolean', description: 'true: a new session' } },
      [],
    ),
  },
  text_editor_: {
    description: 'Views, creates and edits text files.',
    schema: object({ command: { ...text('What to do'), enum: ['view', 'create', 'str_replace', 'insert'] }, ...EDIT }, [
      'command',
      'path',
    ]),
  },
  memory_: {
    description: 'Keeps notes in files below /memories, across conversations.',
    schema: object(
      {
        command: { ...text('What to do'), enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
        ...EDIT,
        old_path: text('For rename: the path before'),
        new_path: text('For rename: the path after'),
      },
      ['command'],
    ),
  },
  computer_: {
    description: 'Uses the screen, mouse and keyboard of a computer. Take a screenshot to see what is there.',
    schema: object(
      {
        action: text('screenshot, key, type, mouse_move, left_click, right_click, double_click, scroll, wait, zoom …'),
        coordinate: { type: 'array', items: { type: 'integer' }, description: 'x and y in pixels' },
        start_coordinate: { type: 'array', items: { type: 'integer' }, description: 'Where a drag begins' },
        text: text('The keys or the text'),
        duration: { type: 'number', description: 'Seconds' },
        scroll_direction: text('up, down, left or right'),
        scroll_amount: whole('How far to scroll'),
        region: { type: 'array', items: { type: 'integer' }, description: 'The corners of what zoom shows' },
      },
      ['action'],
    ),
  },
};

/** The tool that the client runs when the model calls it; undefined for a tool that Anthropic would run. */
export function ownTool(type: string): OwnTool | undefined {
  const prefix = Object.keys(OWN_TOOLS).find(
    (start) => type.startsWith(start) && /^\d{8}$/.test(type.slice(start.length)),
  );
  return prefix === undefined ? undefined : OWN_TOOLS[prefix];
}
