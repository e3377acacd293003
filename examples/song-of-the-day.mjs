// A song for today: the date chooses genre and mood, so that everybody who runs it today gets the same one.
//   ATELIER_API_KEY=sk_live_… npx node examples/song-of-the-day.mjs [folder]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Atelier } from '@atelier/client';

const MOODS = ['calm', 'hopeful', 'melancholic', 'playful', 'proud', 'restless', 'tender'];
const [folder = '.'] = process.argv.slice(2);
const today = process.env.DAY ?? new Date().toISOString().slice(0, 10);
const seed = Math.floor(Date.parse(today) / 86_400_000);
const client = new Atelier();

const { data: genres } = await client.music.genres();
const genre = genres[seed % genres.length];
const mood = MOODS[seed % MOODS.length];
console.log(`${today}: a ${mood} ${genre.name} song`);

const order = {
  prompt: `a ${mood} ${genre.name} song for ${today}`,
  genre: genre.id,
  mood,
  seed,
  duration: 30,
  instrumental: true,
};
const song = await client.music
  // The date as the key: a second run on the same day gets the same song and pays nothing.
  .generate(order, { idempotencyKey: `song-of-the-day-${today}` })
  .result({
    onProgress: ({ progress, stage }) => console.log(`${String(Math.round(progress * 100)).padStart(3)} %  ${stage}`),
  });

const path = join(folder, `song-${today}.mp3`);
writeFileSync(path, Buffer.from(await (await fetch(song.audio_url)).arrayBuffer()));
console.log(`"${song.title}" in ${song.key}, ${song.tempo} bpm: ${path}`);
