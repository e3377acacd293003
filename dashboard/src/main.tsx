// Loads the words of the chosen language, then the dashboard, which reads them when it is loaded.
import './style.css';
import { askEarly } from './api/early-answers.ts';
import { loadScript, OUTSIDE_PATHS } from './page-scripts.ts';
import { loadLanguage } from './shell/language.ts';

const { pathname } = location;
if (!OUTSIDE_PATHS.includes(pathname)) askEarly();
void loadLanguage().then(() => {
  loadScript(pathname);
  return import('./start.tsx');
});
