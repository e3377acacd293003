// The pages' interactive features: search, copy, colours, the reader's key. The pages are readable without this script.
import { addCopyButtons } from './copy.ts';
import { fillExamples } from './fill.ts';
import { followReader } from './follow.ts';
import { addKeyButton } from './key-dialog.ts';
import { addSearch } from './search.ts';
import { addThemeButton, applyTheme } from './theme.ts';
import { addTryIt } from './try-it.ts';

// Before the page is shown, so that it does not flash in the other theme.
applyTheme();
document.addEventListener('DOMContentLoaded', () => {
  const [search, tools] = [document.getElementById('search'), document.getElementById('tools')];
  if (search) addSearch(search);
  if (tools) addThemeButton(tools);
  addCopyButtons();
  followReader();
  // Files on another web server have no service to call.
  if (!tools || document.documentElement.dataset.links !== 'served') return;
  addKeyButton(tools);
  fillExamples();
  addTryIt();
});
