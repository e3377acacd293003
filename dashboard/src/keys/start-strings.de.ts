// German: the words of the first call.
import type { start as English } from './start-strings.ts';

export const start: typeof English = {
  firstCall: 'Der erste Aufruf',
  firstCallLead: 'Mit einem Schlüssel funktioniert der Befehl so, wie er hier steht.',
  firstCallMade:
    'In ein Terminal einfügen. Der Schlüssel wird nur dieses eine Mal gezeigt; widerrufen wird er unter API-Schlüssel.',
  firstCallKey: 'Erster Aufruf',
  makeKey: 'Einen Schlüssel für diesen Befehl erstellen',
  curl: 'curl',
  models: 'Bereit zur Nutzung',
  modelsLead: 'Modelle, die jetzt nutzbar sind, und solche, die noch geladen werden.',
  modules: {
    chat: 'Text',
    embeddings: 'Einbettungen',
    music: 'Musik',
    image: 'Bild',
    video: 'Video',
    speech: 'Sprache',
    transcription: 'Mitschrift',
    builder: 'Anwendungen',
  },
  ready: (count) => (count === 1 ? '1 Modell' : `${count} Modelle`),
  notReady: 'Nicht bereit',
  loaded: (percent) => `${percent} %`,
  loadingOf: (id) => `${id} wird geladen`,
};
