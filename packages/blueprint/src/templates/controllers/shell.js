// The frame around every page: navigation, theme, and trouble with saving.
import { app } from '../data/app.js';
import { controller } from '../lib/controller.js';
import { applyTheme, keepTheme, readTheme } from '../lib/theme.js';

export function createShell() {
  const base = controller(
    { theme: app.startsDark ? 'dark' : 'light' },
    (state, data) => ({ theme: state.theme, error: data.error }),
    { start: () => choose(readTheme(app.startsDark)) },
  );
  function choose(theme) {
    applyTheme(theme);
    base.set({ theme });
  }
  function toggleTheme() {
    const theme = base.state().theme === 'dark' ? 'light' : 'dark';
    choose(theme);
    keepTheme(theme, app.startsDark);
  }
  return { ...base, toggleTheme };
}
