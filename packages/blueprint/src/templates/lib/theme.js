// Light or dark: the reader's choice, else the app's own, kept where the browser allows.
const KEY = 'theme';

export function readTheme(startsDark) {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? (startsDark ? 'dark' : 'light');
  } catch {
    return startsDark ? 'dark' : 'light';
  }
}

export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    globalThis.localStorage?.setItem(KEY, theme);
  } catch {
    // Not kept; the page still changes.
  }
}
