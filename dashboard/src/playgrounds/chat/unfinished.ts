// Answers that ended before their model was done, by conversation and position: known in this browser after a reload, too.
const STORAGE_KEY = 'chat.unfinished';
const MOST = 50;

type Marks = [conversationId: string, position: number][];

function read(): Marks {
  try {
    const marks: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(marks) ? (marks as Marks) : [];
  } catch {
    return [];
  }
}

function keep(marks: Marks): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(marks.slice(-MOST)));
}

/** Marked when an answer begins, so that nothing has to run when the page is closed. */
export function markUnfinished(conversationId: string, position: number): void {
  markFinished(conversationId, position);
  keep([...read(), [conversationId, position]]);
}

export function markFinished(conversationId: string, position: number): void {
  keep(read().filter(([id, at]) => id !== conversationId || at !== position));
}

export function unfinishedOf(conversationId: string): ReadonlySet<number> {
  return new Set(read().flatMap(([id, position]) => (id === conversationId ? [position] : [])));
}
