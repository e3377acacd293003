// What was typed when the session ended: kept in this tab until the same page is opened again, and given back once.
import { useEffect, useRef } from 'react';

const STORAGE_KEY = 'draft';
/** The message box of a page. */
const BOX = 'textarea[data-composer]';

/** Before the page is left for the sign-in. */
export function keepDraft(path: string): void {
  const text = document.querySelector<HTMLTextAreaElement>(BOX)?.value ?? '';
  if (text.trim() !== '') sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ path, text }));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

function takeDraft(): string {
  try {
    const { path, text } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as { path?: string; text?: string };
    if (path !== location.pathname || typeof text !== 'string') return '';
    forgetDraft();
    return text;
  } catch {
    return '';
  }
}

/** `onText` is that of the first render. */
export function useDraft(onText: (text: string) => void): void {
  const first = useRef(onText);
  useEffect(() => {
    const text = takeDraft();
    if (text) first.current(text);
  }, []);
}
