// The German texts of every area.
import { account, reasons } from './account/strings.de.ts';
import { activity } from './activity/strings.de.ts';
import { buyer, referral } from './billing/buyer-strings.de.ts';
import { prices } from './billing/price-list-strings.de.ts';
import { priceWords } from './billing/price-strings.de.ts';
import { billing } from './billing/strings.de.ts';
import { home } from './home/strings.de.ts';
import { start } from './keys/start-strings.de.ts';
import { keys } from './keys/strings.de.ts';
import { library } from './library/strings.de.ts';
import { acts } from './operators/act-strings.de.ts';
import { books } from './operators/book-strings.de.ts';
import { dataProtection } from './operators/data-strings.de.ts';
import { engines } from './operators/engine-strings.de.ts';
import { modelPrices } from './operators/price-strings.de.ts';
import { seller } from './operators/seller-strings.de.ts';
import * as operator from './operators/strings.de.ts';
import { margin, upstreams } from './operators/upstream-strings.de.ts';
import { grants } from './parts/grant-strings.de.ts';
import { guards } from './parts/guard-strings.de.ts';
import { audioWords } from './playgrounds/audio/strings.de.ts';
import { builderWords } from './playgrounds/builder/strings.de.ts';
import { workspaceWords } from './playgrounds/builder/workspace-strings.de.ts';
import * as chat from './playgrounds/chat/strings.de.ts';
import { codeWords } from './playgrounds/code/strings.de.ts';
import { imageWords } from './playgrounds/image/strings.de.ts';
import { musicWords } from './playgrounds/music/strings.de.ts';
import { rates } from './playgrounds/rate-strings.de.ts';
import * as playgrounds from './playgrounds/strings.de.ts';
import { videoWords } from './playgrounds/video/strings.de.ts';
import { palette } from './shell/palette-strings.de.ts';
import { shared, shell } from './strings.de.ts';
import { team } from './team/strings.de.ts';
import { budgets } from './usage/budget-strings.de.ts';
import { usage } from './usage/strings.de.ts';
import { webhooks } from './webhooks/strings.de.ts';
import type { Catalogue } from './words.ts';

const { account: operatedAccount, ...operators } = operator;

export const german: Catalogue = {
  ...operators,
  ...chat,
  ...playgrounds,
  account,
  activity,
  acts,
  audioWords,
  billing,
  books,
  dataProtection,
  seller,
  budgets,
  builderWords,
  buyer,
  codeWords,
  engines,
  grants,
  guards,
  home,
  imageWords,
  keys,
  library,
  margin,
  modelPrices,
  musicWords,
  operatedAccount,
  palette,
  priceWords,
  prices,
  rates,
  reasons,
  referral,
  shared,
  shell,
  start,
  team,
  upstreams,
  usage,
  videoWords,
  webhooks,
  workspaceWords,
};
