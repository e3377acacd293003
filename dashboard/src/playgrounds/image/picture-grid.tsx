// Generated images side by side, each to download, enlarge or edit.
import { Download, Maximize2, Pencil, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ownFile } from '../../parts/own-file.ts';
import { downloadAddress } from '../shared/own-address.ts';
import type { Picture } from '../shared/pictures.ts';
import { pictureWords, playground } from '../strings.ts';
import { imageWords } from './strings.ts';

export interface PictureGridProps {
  pictures: readonly Picture[];
  /** The prompt, for the file names. */
  prompt: string;
  onEdit(picture: Picture): void;
  onUpscale(picture: Picture): void;
}

export function PictureGrid({ pictures, prompt, onEdit, onUpscale }: PictureGridProps) {
  const [seen, setSeen] = useState<{ picture: Picture; name: string } | null>(null);
  return (
    <>
      <ul className={join('grid gap-4', pictures.length > 1 ? 'sm:grid-cols-2' : null)}>
        {pictures.map((picture, at) => {
          const name = imageWords.pictureOf(prompt, at + 1);
          return (
            <li key={picture.url} className="grid content-start justify-items-center gap-2">
              <button
                type="button"
                onClick={() => setSeen({ picture, name })}
                aria-label={`${imageWords.look}: ${name}`}
                className="group relative overflow-hidden rounded-xl border border-line bg-sunken"
              >
                <img
                  src={ownFile(picture.url)}
                  alt={name}
                  width={picture.width}
                  height={picture.height}
                  className={
                    pictures.length > 1
                      ? 'h-auto w-full'
                      : 'h-auto max-h-[calc(100dvh-24rem)] min-h-48 w-auto max-w-full object-contain'
                  }
                />
                <ZoomIn
                  aria-hidden
                  className="absolute top-2 right-2 size-7 rounded-md bg-black/60 p-1.5 text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
                />
              </button>
              <div className="flex w-full flex-wrap items-center justify-center gap-1.5">
                <a href={downloadAddress(picture.url)} download className={buttonClass('plain', 'small')}>
                  <Download aria-hidden className="size-3.5" />
                  {playground.download}
                </a>
                <Button size="small" onClick={() => onEdit(picture)}>
                  <Pencil aria-hidden className="size-3.5" />
                  {imageWords.editIt}
                </Button>
                <Button size="small" onClick={() => onUpscale(picture)}>
                  <Maximize2 aria-hidden className="size-3.5" />
                  {imageWords.upscaleIt}
                </Button>
                <span className="text-xs text-muted">
                  {pictureWords.sizeOf(picture.width, picture.height)}
                  {picture.seed === null ? '' : `, ${imageWords.seedOf(picture.seed)}`}
                </span>
              </div>
            </li>
          );
        })}
      </ul>
      <Dialog isOpen={seen !== null} onClose={() => setSeen(null)} title={imageWords.look}>
        {seen && <img src={ownFile(seen.picture.url)} alt={seen.name} className="max-h-[70vh] w-full object-contain" />}
      </Dialog>
    </>
  );
}
