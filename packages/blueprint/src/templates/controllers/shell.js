// The frame around every page: navigation, theme, and trouble with saving.
import { app } from '../data/app.js';
import { controller } from '../lib/controller.js';
import { applyTheme, readTheme } from '../lib/theme.js';

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
  return { ...base, toggleTheme: () => choose(base.state().theme === 'dark' ? 'light' : 'dark') };
}
