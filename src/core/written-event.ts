// An event of a stream whose JSON its writer has made already, with the name that the event has.
export class WrittenEvent {
  readonly type: string;
  readonly json: string;

  constructor(type: string, json: string) {
    this.type = type;
    this.json = json;
  }
}
