// The German words of every area.
import { account, reasons } from './account/strings.de.ts';
import { home } from './home/strings.de.ts';
import { shared, shell } from './strings.de.ts';
import type { Catalogue } from './words.ts';

export const german: Catalogue = { account, home, reasons, shared, shell };
