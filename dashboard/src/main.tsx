// Loads the words of the chosen language, then the dashboard, which reads them when it is loaded.
import './style.css';
import { loadLanguage } from './shell/language.ts';

void loadLanguage().then(() => import('./start.tsx'));
