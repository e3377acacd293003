// Two states of an image on top of each other, with a slider between them.
import { useState } from 'react';
import { ownFile } from '../../parts/own-file.ts';
import type { Picture } from '../shared/pictures.ts';
import { pictureWords } from '../strings.ts';
import { imageWords } from './strings.ts';

export function BeforeAfter({ before, after }: { before: Picture; after: Picture }) {
  const [share, setShare] = useState(50);
  // A cropped or extended image does not align with its original, so they are shown side by side.
  const isSameShape = Math.abs(before.width / before.height - after.width / after.height) < 0.02;
  if (!isSameShape) return <SideBySide before={before} after={after} />;
  const tag = 'absolute top-2 rounded-md bg-black/70 px-2 py-0.5 text-xs text-white';
  return (
    <div
      className="relative mx-auto w-full overflow-hidden rounded-lg border border-line bg-[repeating-conic-gradient(var(--color-sunken)_0_25%,transparent_0_50%)] bg-[length:20px_20px] has-focus-visible:outline-2 has-focus-visible:outline-accent"
      style={{
        aspectRatio: `${after.width} / ${after.height}`,
        maxWidth: `calc(75vh * ${after.width / after.height})`,
      }}
    >
      <img
        src={ownFile(after.url)}
        alt={imageWords.after}
        className="absolute inset-0 size-full"
        style={{ clipPath: `inset(0 0 0 ${share}%)` }}
      />
      <img
        src={ownFile(before.url)}
        alt={imageWords.before}
        className="absolute inset-0 size-full"
        style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
      />
      <div
        aria-hidden
        className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.4)]"
        style={{ left: `${share}%` }}
      >
        <span className="absolute top-1/2 left-1/2 size-8 -translate-1/2 rounded-full border-2 border-white bg-black/50 text-center text-white">
          ↔
        </span>
      </div>
      <span aria-hidden className={`${tag} left-2`}>
        {imageWords.before}
      </span>
      <span aria-hidden className={`${tag} right-2`}>
        {imageWords.after}
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={imageWords.compare}
        aria-valuetext={`${imageWords.before} ${share} %`}
        onChange={(event) => setShare(Number(event.target.value))}
        className="absolute inset-0 size-full cursor-ew-resize opacity-0"
      />
    </div>
  );
}

function SideBySide({ before, after }: { before: Picture; after: Picture }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {[
        { name: imageWords.before, picture: before },
        { name: imageWords.after, picture: after },
      ].map(({ name, picture }) => (
        <figure key={name} className="grid content-start gap-1">
          <img src={ownFile(picture.url)} alt={name} className="w-full rounded-lg border border-line" />
          <figcaption className="text-xs text-muted">
            {name}, {pictureWords.sizeOf(picture.width, picture.height)}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
