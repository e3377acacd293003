// What the pages do beyond being read: search, copy, colours. Without this script they can be read all the same.
import { addCopyButtons } from './copy.ts';
import { addSearch } from './search.ts';
import { addThemeButton, applyTheme } from './theme.ts';

// Before the page is shown, so that it does not flash in the other colours.
applyTheme();
document.addEventListener('DOMContentLoaded', () => {
  const [search, tools] = [document.getElementById('search'), document.getElementById('tools')];
  if (search) addSearch(search);
  if (tools) addThemeButton(tools);
  addCopyButtons();
});
