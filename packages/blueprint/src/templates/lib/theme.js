// Light or dark: the reader's choice, else the app's own, kept where the browser allows.

/** A choice belongs to the app's own look: when that changes, the change is seen first. */
function keyFor(startsDark) {
  return startsDark ? 'theme-of-dark-app' : 'theme-of-light-app';
}

export function readTheme(startsDark) {
  try {
    return globalThis.localStorage?.getItem(keyFor(startsDark)) ?? (startsDark ? 'dark' : 'light');
  } catch {
    return startsDark ? 'dark' : 'light';
  }
}

export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

export function keepTheme(theme, startsDark) {
  try {
    globalThis.localStorage?.setItem(keyFor(startsDark), theme);
  } catch {
    // Not kept; the page still changes.
  }
}
