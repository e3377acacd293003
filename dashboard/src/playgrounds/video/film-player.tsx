// A finished video with its subtitles and files.
import { Download } from 'lucide-react';
import { buttonClass } from '../../parts/button.tsx';
import { ownFile } from '../../parts/own-file.ts';
import { downloadAddress } from '../shared/own-address.ts';
import { Warnings } from '../shared/warnings.tsx';
import { formatClock } from '../strings.ts';
import type { Film } from './film-wish.ts';
import { videoWords } from './strings.ts';

export function FilmPlayer({ film }: { film: Film }) {
  const { video_url: address, width = 16, height = 9 } = film;
  if (!address) return null;
  const { downloads } = videoWords;
  const files: [string, string | null | undefined][] = [
    [downloads.video, address],
    [downloads.thumbnail, film.thumbnail_url],
    [downloads.subtitles, film.subtitles_url],
  ];
  return (
    <div className="grid min-w-0 gap-3">
      <video
        controls
        playsInline
        src={ownFile(address)}
        {...(film.thumbnail_url ? { poster: ownFile(film.thumbnail_url) } : {})}
        aria-label={videoWords.film(film.prompt ?? '')}
        className="mx-auto w-full rounded-xl bg-black"
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(75vh * ${width / height})` }}
      >
        {film.subtitles_url && (
          <track kind="subtitles" srcLang="en" label={videoWords.captions} src={ownFile(film.subtitles_url)} default />
        )}
      </video>
      <div>
        <p className="break-words">{film.prompt}</p>
        <p className="text-xs text-muted">
          {[formatClock(film.duration ?? 0), film.resolution, videoWords.facts(width, height, film.fps ?? 24)].join(
            ' · ',
          )}
        </p>
      </div>
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
      <Warnings warnings={film.warnings ?? []} />
    </div>
  );
}
