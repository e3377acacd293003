// Finds when each token is spoken: the path through the decoder's attention that moves forward in text and sound.

/** The network's own step: two frames of its spectrogram. */
export const SECONDS_PER_FRAME = 0.02;
const MEDIAN_WIDTH = 7;

/** `attention[token][head]` is a row over the frames. Returns the first frame of each token. */
export function alignTokens(attention: readonly (readonly Float32Array[])[], frames: number): number[] {
  const tokens = attention.length;
  const heads = attention[0]?.length ?? 0;
  const score = new Float64Array(tokens * frames);
  for (let head = 0; head < heads; head += 1) {
    for (let frame = 0; frame < frames; frame += 1) normalise(attention, head, frame);
    attention.forEach((rows, token) => {
      const row = rows[head] ?? new Float32Array(frames);
      for (let frame = 0; frame < frames; frame += 1)
        score[token * frames + frame] = (score[token * frames + frame] ?? 0) + medianAt(row, frame, frames) / heads;
    });
  }
  return firstFrames(score, tokens, frames);
}

/** Normalises over the tokens, so that a frame that all tokens attend to has no weight. Changes the rows in place. */
function normalise(attention: readonly (readonly Float32Array[])[], head: number, frame: number): void {
  const values = attention.map((rows) => rows[head]?.[frame] ?? 0);
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const deviation = Math.sqrt(variance) || 1;
  attention.forEach((rows, token) => {
    const row = rows[head];
    if (row) row[frame] = ((values[token] ?? 0) - mean) / deviation;
  });
}

function medianAt(row: Float32Array, frame: number, frames: number): number {
  const half = MEDIAN_WIDTH >> 1;
  const around = row.slice(Math.max(0, frame - half), Math.min(frames, frame + half + 1)).sort();
  return around[around.length >> 1] ?? 0;
}

/** Dynamic time warping: each frame belongs to one token, in order. */
function firstFrames(score: Float64Array, tokens: number, frames: number): number[] {
  const width = frames + 1;
  const cost = new Float64Array((tokens + 1) * width).fill(Number.POSITIVE_INFINITY);
  const came = new Uint8Array((tokens + 1) * width);
  cost[0] = 0;
  for (let token = 1; token <= tokens; token += 1) {
    for (let frame = 1; frame <= frames; frame += 1) {
      const ways = [
        cost[(token - 1) * width + frame - 1],
        cost[(token - 1) * width + frame],
        cost[token * width + frame - 1],
      ];
      const best = ways.reduce<number>((least, way, index) => ((way ?? 0) < (ways[least] ?? 0) ? index : least), 0);
      cost[token * width + frame] = (ways[best] ?? 0) - (score[(token - 1) * frames + frame - 1] ?? 0);
      came[token * width + frame] = best;
    }
  }
  const first = new Array<number>(tokens).fill(0);
  for (let token = tokens, frame = frames; token > 0 && frame > 0; ) {
    first[token - 1] = frame - 1;
    const way = came[token * width + frame];
    if (way !== 2) token -= 1;
    if (way !== 1) frame -= 1;
  }
  return first;
}
