// Light or dark, as the reader chose here or in the dashboard.
import { element } from './element.ts';

const STORAGE_KEY = 'theme';

export function applyTheme(): void {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}

export function addThemeButton(place: HTMLElement): void {
  const button = element('button', { type: 'button' });
  const isDark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  };
  const label = () => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', isDark() ? 'Use light colours' : 'Use dark colours');
  };
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    localStorage.setItem(STORAGE_KEY, next);
    document.documentElement.dataset.theme = next;
    label();
  });
  label();
  place.append(button);
}
