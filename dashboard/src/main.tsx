// Loads the texts of the chosen language first, because the dashboard reads them when it is loaded.
import './style.css';
import { askEarly } from './api/early-answers.ts';
import { isOutside, loadScript } from './page-scripts.ts';
import { loadLanguage } from './shell/language.ts';

const { pathname } = location;
if (!isOutside(pathname)) askEarly();
void loadLanguage().then(() => {
  loadScript(pathname);
  return import('./start.tsx');
});
