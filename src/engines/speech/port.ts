// What a speech engine offers, as the rest of the service sees it.
export type { SingableSpeech, Voice } from '@atelier/voice';
