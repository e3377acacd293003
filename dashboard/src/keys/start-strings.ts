// The words of the first call, and of the models that are ready for it.
import { inLanguage } from '../words.ts';

export const start = inLanguage('start', {
  firstCall: 'Your first call',
  firstCallLead: 'Make a key, and the command below works as it is.',
  firstCallMade: 'Paste it into a terminal. The key is shown only this once; revoke it under API keys.',
  firstCallKey: 'First call',
  makeKey: 'Make a key for this command',
  curl: 'curl',
  models: 'Ready to use',
  modelsLead: 'Models that can be used now, and those that are being fetched.',
  modules: { chat: 'Text' } as Record<string, string>,
  ready: (count: number) => (count === 1 ? '1 model' : `${count} models`),
  notReady: 'Not ready',
  loaded: (percent: number) => `${percent} %`,
  loadingOf: (id: string) => `Fetching ${id}`,
});
