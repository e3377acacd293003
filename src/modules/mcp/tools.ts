// The tools that MCP clients see: each is a route of the API under a name that a model understands.

export interface ToolSpec {
  name: string;
  title: string;
  description: string;
  /** The route behind it, which decides on fields, scope, limits and price. */
  operation: string;
  /** Where its arguments go. */
  takes: 'body' | 'params' | 'nothing';
  /** Fields of the body that make no sense here. */
  without?: readonly string[];
  /** Can return a job at once (Prefer: respond-async). */
  mayBeJob?: boolean;
  isReadOnly?: boolean;
}

const FILES = 'Files are named by their id or /files/ URL; upload them with POST /files first.';

export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'generate_image',
    title: 'Generate an image',
    description: 'Makes one to four images from a prompt. Costs credits.',
    operation: 'POST /image/generate',
    takes: 'body',
    mayBeJob: true,
  },
  {
    name: 'edit_image',
    title: 'Edit an image',
    description: `Changes an image by an operation or by words. Costs credits. ${FILES}`,
    operation: 'POST /image/edit',
    takes: 'body',
    mayBeJob: true,
  },
  {
    name: 'make_song',
    title: 'Make a song',
    description:
      'Composes, sings and masters a song of 30 to 240 seconds from a prompt. Takes minutes and costs credits.',
    operation: 'POST /music/generate',
    takes: 'body',
  },
  {
    name: 'make_video',
    title: 'Make a video',
    description: `Makes a video of 5 to 60 seconds from words or an image, or a head that speaks. Takes minutes and costs credits. ${FILES}`,
    operation: 'POST /video/generate',
    takes: 'body',
  },
  {
    name: 'speak',
    title: 'Speak a text',
    description:
      'Reads a text aloud in one of 54 voices and returns a link to the sound. Costs credits by the character.',
    operation: 'POST /audio/speech',
    takes: 'body',
    without: ['stream_format'],
  },
  {
    name: 'transcribe',
    title: 'Transcribe a recording',
    description: `Writes down what is said in a recording. Costs credits by the minute. ${FILES}`,
    operation: 'POST /audio/transcriptions',
    takes: 'body',
    without: ['stream', 'response_format', 'timestamp_granularities'],
  },
  {
    name: 'build_application',
    title: 'Build an application',
    description:
      'Builds a complete application from a prompt, or changes one that was built before, and returns its files and preview. Costs credits.',
    operation: 'POST /builder/build',
    takes: 'body',
    mayBeJob: true,
  },
  {
    name: 'get_job',
    title: 'Get a job',
    description: 'Shows the state of a job and, once it is completed, what it made.',
    operation: 'GET /jobs/:id',
    takes: 'params',
    isReadOnly: true,
  },
  {
    name: 'cancel_job',
    title: 'Cancel a job',
    description: 'Stops a job. One that runs is charged for what it has done; the other held credits are released.',
    operation: 'POST /jobs/:id/cancel',
    takes: 'params',
  },
  {
    name: 'get_balance',
    title: 'Get the balance',
    description: 'Shows the credits of this account.',
    operation: 'GET /payments/balance',
    takes: 'nothing',
    isReadOnly: true,
  },
  {
    name: 'list_models',
    title: 'List the models',
    description: 'Lists the models with what they can do, what they cost and whether they are ready.',
    operation: 'GET /models',
    takes: 'nothing',
    isReadOnly: true,
  },
];
