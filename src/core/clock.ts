// Time as a dependency: whoever decides by time takes a Clock, so that tests can move it.
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
