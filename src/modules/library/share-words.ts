// The texts of a share link's page, in every language.
import type { InEachLanguage } from '../../core/page-language.ts';

export interface ShareWords {
  /** By kind. */
  names: Readonly<Record<string, string>>;
  file: string;
  madeWith(name: string, service: string): string;
  download(size: string): string;
  worksUntil(time: string): string;
}

const english: ShareWords = {
  names: { image: 'Image', song: 'Song', video: 'Video' },
  file: 'File',
  madeWith: (name, service) => `${name} made with ${service}`,
  download: (size) => `Download (${size})`,
  worksUntil: (time) => `This link works until ${time} UTC.`,
};

const german: ShareWords = {
  names: { image: 'Bild', song: 'Lied', video: 'Video' },
  file: 'Datei',
  madeWith: (name, service) => `${name}, gemacht mit ${service}`,
  download: (size) => `Herunterladen (${size})`,
  worksUntil: (time) => `Dieser Link gilt bis ${time} UTC.`,
};

export const SHARE_WORDS: InEachLanguage<ShareWords> = { en: english, de: german };
