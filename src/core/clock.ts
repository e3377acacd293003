// Time as a dependency: code that decides by time takes a Clock, so that tests can set the time.
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
