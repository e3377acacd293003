// German texts that all playgrounds share.
import { locale } from '../words.ts';
import type {
  pictureWords as EnglishPictureWords,
  playground as EnglishPlayground,
  voiceWords as EnglishVoiceWords,
} from './strings.ts';

export const playground: typeof EnglishPlayground = {
  buyCredits: 'Credits kaufen',
  outOfCredits: 'Dafür reichen die Credits nicht.',
  notReady: 'Die Engine dafür ist noch nicht bereit.',
  pulling: 'Diese Modelle werden heruntergeladen. Die Seite macht weiter, sobald sie bereit sind.',
  pulled: (id, percent) => `${id}: ${percent} %`,
  waiting: (id) => `${id}: wartet auf das Herunterladen`,
  nothingPulled:
    'Gerade wird kein Modell heruntergeladen. Der Betreiber kann eines holen oder einen Upstream verbinden.',
  whatIsThere: 'Vorhandene Modelle ansehen',
  model: 'Modell',
  defaultModel: 'Wählt der Dienst',
  modelOnItsWay: (id, percent) => `${id} (wird heruntergeladen, ${percent} %)`,
  modelMissing: (id) => `${id} (nicht vorhanden)`,
  more: 'Weitere Einstellungen',
  otherJobs: (count) =>
    count === 1
      ? 'Ein weiterer Auftrag läuft. Das Ergebnis erscheint in der Liste.'
      : `${count} weitere Aufträge laufen. Die Ergebnisse erscheinen in der Liste.`,
  seeAllJobs: 'Alles, was läuft',
  cancel: 'Abbrechen',
  cancelled: (credits) =>
    credits
      ? `Abgebrochen. ${credits} Credits wurden für das bis dahin Getane berechnet.`
      : 'Abgebrochen. Nichts wurde berechnet.',
  queued: (position) => `Wartet in der Schlange, Platz ${position}`,
  starting: 'Beginnt',
  timeLeft: (words) => `noch etwa ${words}`,
  progressOf: (what) => `Fortschritt: ${what}`,
  download: 'Herunterladen',
  remove: 'Löschen',
  open: 'Öffnen',
  search: 'Suchen',
  showMore: 'Mehr anzeigen',
  credits: (count) =>
    `${count.toLocaleString(locale(), { maximumFractionDigits: count < 1 ? 4 : 2 })} ${count === 1 ? 'Credit' : 'Credits'}`,
  costs: (credits) => `Kostet ${credits}.`,
  seed: 'Startwert',
  seedHint: 'Derselbe Startwert mit denselben Angaben ergibt dasselbe Ergebnis. Leer: jedes Mal ein neuer.',
  codeOf: (language) => `Code in ${language || 'einfachem Text'}`,
  editorHint: 'Tab rückt ein. Escape, dann Tab, verlässt den Editor.',
  lineProblem: (line, message) => `Zeile ${line}: ${message}`,
  diffOf: (path) => `Änderungen in ${path}`,
  unchanged: 'Nichts hat sich geändert.',
  linesAdded: (count) => `${count} hinzugefügt`,
  linesRemoved: (count) => `${count} entfernt`,
  warnings: 'Gut zu wissen',
  understood: 'So wurden die Worte verstanden',
};

export const pictureWords: typeof EnglishPictureWords = {
  source: 'Bild',
  noSource: 'Eine Datei wählen, hierher ziehen oder ein neueres Bild nehmen.',
  upload: 'Datei wählen',
  change: 'Ein anderes Bild',
  without: 'Ohne Bild',
  uploadHint: 'PNG, JPEG, WebP oder GIF, höchstens 20 MB.',
  uploading: 'Das Bild wird hochgeladen',
  recent: 'Neuere Bilder',
  recentPicture: (at) => `Neueres Bild ${at} benutzen`,
  sizeOf: (width, height) => `${width} × ${height}`,
};

export const voiceWords: typeof EnglishVoiceWords = {
  label: (name, gender, accent) => `${name} (${gender}, ${accent})`,
  listen: (name) => `${name} anhören`,
  stop: 'Stoppen',
  silent: (name) => `${name} ist noch nicht zu hören: Die Stimmen werden noch heruntergeladen.`,
};
