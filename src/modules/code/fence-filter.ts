// Passes code through while it is being written, without fences and the text around them.
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const PROSE =
  /^(sure|certainly|of course|absolutely|okay|ok|here('s| is| are)|below|the following|this is|to |i('ll| will))\b/i;

type Stage = 'start' | 'inside' | 'bare' | 'waiting' | 'over';

/**
 * start: nothing seen yet · inside: between fences · bare: code without any fence · waiting: text came first, a fence may
 * follow · over: the block is closed. Only whole lines are examined, so half a fence is never sent.
 */
export class FenceFilter {
  #stage: Stage = 'start';
  #line = '';

  push(text: string): string {
    this.#line += text;
    let out = '';
    for (let end = this.#line.indexOf('\n'); end !== -1; end = this.#line.indexOf('\n')) {
      out += this.#judge(this.#line.slice(0, end), '\n');
      this.#line = this.#line.slice(end + 1);
    }
    return out;
  }

  end(): string {
    const rest = this.#line;
    this.#line = '';
    return rest === '' ? '' : this.#judge(rest, '');
  }

  #judge(line: string, lineEnd: string): string {
    const isFence = FENCE.test(line);
    switch (this.#stage) {
      case 'start':
        if (line.trim() === '') return '';
        if (isFence) return this.#enter('inside');
        if (PROSE.test(line.trim())) return this.#enter('waiting');
        this.#stage = 'bare';
        return line + lineEnd;
      case 'waiting':
        return isFence ? this.#enter('inside') : '';
      case 'inside':
      case 'bare':
        return isFence ? this.#enter('over') : line + lineEnd;
      case 'over':
        return '';
    }
  }

  #enter(stage: Stage): string {
    this.#stage = stage;
    return '';
  }
}
