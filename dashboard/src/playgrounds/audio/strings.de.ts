// German texts of the audio playground.
import type { audioWords as English } from './strings.ts';

export const audioWords: typeof English = {
  settings: 'Einstellungen',
  title: 'Audio',
  mode: 'Was geschehen soll',
  modes: { speech: 'Sprechen', transcription: 'Mitschreiben' },
  text: 'Zu sprechender Text',
  textExample: 'Guten Abend und willkommen zur Sendung.',
  voice: 'Stimme',
  anyVoice: 'Wählt der Dienst',
  speed: 'Tempo',
  times: (speed) => `${String(speed).replace('.', ',')} ×`,
  format: 'Dateiformat',
  speak: 'Sprechen',
  speech: 'Ihre Sprachaufnahme',
  recording: 'Aufnahme',
  recordingHint: 'MP3, WAV, FLAC, OGG, M4A, AAC, AIFF oder WebM; höchstens 50 MB und 60 Minuten.',
  english: 'Ins Englische übersetzen',
  transcribe: 'Mitschreiben',
  transcript: 'Was gesagt wurde',
  nothingSaid: 'In dieser Aufnahme waren keine Worte zu hören.',
  emptyTitle: 'Noch nichts hier',
  empty: {
    speech: 'Einen Text schreiben, eine Stimme wählen und hier anhören.',
    transcription: 'Eine Aufnahme wählen; ihre Worte erscheinen hier.',
  },
};
