// A finished song: player, stems, lyrics, facts and files.
import { Download, Pause, Play, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCall } from '../../api/queries.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { ownFile } from '../../parts/own-file.ts';
import { downloadAddress } from '../shared/own-address.ts';
import { Warnings } from '../shared/warnings.tsx';
import { formatClock } from '../strings.ts';
import type { Track } from './song-wish.ts';
import { musicWords } from './strings.ts';
import { type Player, usePlayer } from './use-player.ts';
import { Waveform } from './waveform.tsx';

export interface SongPlayerProps {
  track: Track;
  /** Copies its settings into the form. */
  onAgain(): void;
}

const NO_STEMS: Record<string, string> = {};

export function SongPlayer({ track, onAgain }: SongPlayerProps) {
  const player = usePlayer(track.audio_url ?? '', track.stems ?? NO_STEMS, track.duration ?? 0);
  const Icon = player.isPlaying ? Pause : Play;
  return (
    <div className="grid min-w-0 gap-5">
      <div className="flex min-w-0 items-center gap-4">
        {track.cover_url && (
          <img
            src={ownFile(track.cover_url)}
            alt={musicWords.coverOf(track.title ?? '')}
            className="size-20 shrink-0 rounded-xl border border-line object-cover"
          />
        )}
        <div className="min-w-0 grow">
          <h3 className="truncate font-serif text-2xl">{track.title}</h3>
          <p className="truncate text-sm text-muted">
            {[track.genre, track.key, track.tempo ? musicWords.bpm(track.tempo) : null].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <Waveform
        points={track.waveform ?? []}
        sections={track.sections ?? []}
        position={player.position}
        duration={player.duration}
        onSeek={player.seek}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="primary" onClick={player.toggle}>
          <Icon aria-hidden className="size-4 fill-current" />
          {player.isPlaying ? musicWords.pause : musicWords.play}
        </Button>
        <span className="text-sm text-muted tabular-nums">
          {formatClock(player.position)} / {formatClock(player.duration)}
        </span>
        <label className="ml-auto flex items-center gap-2 text-sm text-muted">
          <span>{musicWords.volume}</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={player.volume}
            onChange={(event) => player.setVolume(Number(event.target.value))}
            className="w-24 accent-accent"
          />
        </label>
      </div>
      <Warnings warnings={track.warnings ?? []} />
      <Stems names={Object.keys(track.stems ?? {})} player={player} />
      <div className="grid gap-5 md:grid-cols-2">
        <Part title={musicWords.lyrics}>
          <p className="max-h-72 overflow-y-auto text-sm whitespace-pre-line">{track.lyrics ?? musicWords.noLyrics}</p>
        </Part>
        <Part title={musicWords.facts}>
          <Facts track={track} />
          <Button size="small" onClick={onAgain} className="mt-3">
            <Repeat aria-hidden className="size-3.5" />
            {musicWords.again}
          </Button>
        </Part>
      </div>
      <Part title={musicWords.downloads}>
        <Files track={track} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h4 className="mb-2 text-sm font-medium text-muted">{title}</h4>
      {children}
    </section>
  );
}

// A variant, not another class: the style sheet decides which of two classes wins, not their order here.
const STEM_BUTTON = join(
  buttonClass('plain', 'small'),
  'aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent',
);

function Stems({ names, player }: { names: readonly string[]; player: Player }) {
  if (names.length === 0) return null;
  return (
    <Part title={musicWords.stems}>
      <p className="mb-2 text-[0.8125rem] text-muted">{musicWords.stemsHint}</p>
      <ul className="grid gap-1.5 sm:grid-cols-2">
        {names.map((name) => {
          const { isMuted = false, isSolo = false } = player.stems[name] ?? {};
          return (
            <li key={name} className="flex items-center gap-2 rounded-lg bg-sunken py-1 pr-1 pl-3">
              <span className="min-w-0 grow truncate text-sm capitalize">{name}</span>
              <button
                type="button"
                aria-pressed={isMuted}
                aria-label={musicWords.mute(name)}
                onClick={() => player.setStem(name, { isMuted: !isMuted })}
                className={STEM_BUTTON}
              >
                {musicWords.muteShort}
              </button>
              <button
                type="button"
                aria-pressed={isSolo}
                aria-label={musicWords.solo(name)}
                onClick={() => player.setStem(name, { isSolo: !isSolo })}
                className={STEM_BUTTON}
              >
                {musicWords.soloShort}
              </button>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

function Facts({ track }: { track: Track }) {
  const { factNames } = musicWords;
  const voices = useCall('GET /music/voices').data?.data ?? [];
  const nameOf = (id: string) => voices.find((voice) => voice.id === id)?.name ?? id;
  const facts: [string, string | null | undefined][] = [
    [factNames.genre, track.genre],
    [factNames.key, track.key],
    [factNames.tempo, track.tempo ? musicWords.bpm(track.tempo) : null],
    [factNames.voices, track.voices?.map(nameOf).join(', ')],
    [
      factNames.loudness,
      track.loudness ? musicWords.lufs(track.loudness.integrated_lufs, track.loudness.true_peak_db) : null,
    ],
    [factNames.seed, track.seed?.toString()],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Files({ track }: { track: Track }) {
  const files: [string, string | null | undefined][] = [
    ...Object.entries(track.formats ?? {}).map(([name, url]): [string, string] => [name.toUpperCase(), url]),
    [musicWords.allStems, track.stems_url],
    [musicWords.midi, track.midi_url],
    [musicWords.cover, track.cover_url],
  ];
  return (
    <div className="flex flex-wrap gap-2">
      {files.map(([name, url]) =>
        url ? (
          <a key={name} href={downloadAddress(url)} download className={buttonClass('plain', 'small')}>
            <Download aria-hidden className="size-3.5" />
            {name}
          </a>
        ) : null,
      )}
    </div>
  );
}
