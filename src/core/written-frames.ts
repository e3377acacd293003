// Server-sent events that are already serialised: complete frames, each with the name of its event.
export class WrittenFrames {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface NamedEvent {
  type: string;
  [member: string]: unknown;
}

/** One frame. `json` is the whole event, with its type. */
export function namedFrame(type: string, json: string): string {
  return `event: ${type}\ndata: ${json}\n\n`;
}
