// All genres, and how to find one by a customer's name for it.
import { AFROBEAT } from './afrobeat.ts';
import { AMBIENT } from './ambient.ts';
import { BLUES } from './blues.ts';
import { BOSSA_NOVA } from './bossa-nova.ts';
import { CINEMATIC } from './cinematic.ts';
import { CLASSICAL } from './classical.ts';
import { COUNTRY } from './country.ts';
import { DISCO } from './disco.ts';
import { DRUM_AND_BASS } from './drum-and-bass.ts';
import { DUBSTEP } from './dubstep.ts';
import { ELECTRONIC } from './electronic.ts';
import { FOLK } from './folk.ts';
import { FUNK } from './funk.ts';
import { GOSPEL } from './gospel.ts';
import { HIP_HOP } from './hip-hop.ts';
import { HOUSE } from './house.ts';
import { INDIE } from './indie.ts';
import { JAZZ } from './jazz.ts';
import { K_POP } from './k-pop.ts';
import { LO_FI } from './lo-fi.ts';
import { METAL } from './metal.ts';
import { POP } from './pop.ts';
import { PUNK } from './punk.ts';
import { R_AND_B } from './r-and-b.ts';
import { REGGAE } from './reggae.ts';
import { REGGAETON } from './reggaeton.ts';
import { ROCK } from './rock.ts';
import { SALSA } from './salsa.ts';
import type { GenreStyle } from './style.ts';
import { SYNTHWAVE } from './synthwave.ts';
import { TECHNO } from './techno.ts';
import { TRANCE } from './trance.ts';
import { TRAP } from './trap.ts';

export const GENRES: readonly GenreStyle[] = [
  POP,
  K_POP,
  INDIE,
  R_AND_B,
  FUNK,
  DISCO,
  GOSPEL,
  ROCK,
  METAL,
  PUNK,
  COUNTRY,
  FOLK,
  BLUES,
  ELECTRONIC,
  HOUSE,
  TECHNO,
  TRANCE,
  DRUM_AND_BASS,
  SYNTHWAVE,
  DUBSTEP,
  AMBIENT,
  HIP_HOP,
  TRAP,
  LO_FI,
  REGGAE,
  REGGAETON,
  AFROBEAT,
  JAZZ,
  BOSSA_NOVA,
  SALSA,
  CLASSICAL,
  CINEMATIC,
];

/** Exact by id, name or one of its words, whatever the spelling: "Drum & Bass", "drum-and-bass", "dnb". */
export function findGenre(name: string): GenreStyle | undefined {
  const wanted = plain(name);
  return (
    GENRES.find((genre) => plain(genre.id) === wanted || plain(genre.name) === wanted) ??
    GENRES.find((genre) => genre.words.some((word) => plain(word) === wanted))
  );
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]/g, '');
}
