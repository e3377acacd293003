// Texts of the audio playground.
import { inLanguage } from '../../words.ts';

export const audioWords = inLanguage('audioWords', {
  settings: 'Settings',
  title: 'Audio',
  mode: 'What to do',
  modes: { speech: 'Speech', transcription: 'Transcription' },
  text: 'Text to speak',
  textExample: 'Good evening, and welcome to the show.',
  voice: 'Voice',
  anyVoice: 'Chosen by the service',
  speed: 'Speed',
  times: (speed: number) => `${speed} ×`,
  format: 'Format',
  speak: 'Speak',
  speech: 'Your speech',
  recording: 'Recording',
  recordingHint: 'MP3, WAV, FLAC, OGG, M4A, AAC, AIFF or WebM; at most 50 MB and 60 minutes.',
  english: 'Translate into English',
  transcribe: 'Transcribe',
  transcript: 'What was said',
  nothingSaid: 'No words were recognised in this recording.',
  emptyTitle: 'Nothing here yet',
  empty: {
    speech: 'Write a text, choose a voice, and listen to it here.',
    transcription: 'Choose a recording; its words appear here.',
  },
});
