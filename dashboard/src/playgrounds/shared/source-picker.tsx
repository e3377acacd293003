// Chooses the image to edit: an uploaded, dropped or earlier one.
import { ImagePlus } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { ownFile } from '../../parts/own-file.ts';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { pictureWords } from '../strings.ts';
import { type Picture, uploadPicture } from './pictures.ts';
import { Trouble } from './trouble.tsx';

export interface SourcePickerProps {
  source: Picture | null;
  recent: readonly Picture[];
  onChoose(picture: Picture): void;
  onUploaded(picture: Picture): void;
  onGone(url: string): void;
}

export function SourcePicker({ source, recent, onChoose, onUploaded, onGone }: SourcePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isUploading, setUploading] = useState(false);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setUploading(true);
    setProblem(null);
    try {
      const picture = await uploadPicture(file, AbortSignal.timeout(120_000));
      onUploaded(picture);
      onChoose(picture);
    } catch (error) {
      setProblem(error);
    } finally {
      setUploading(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label={pictureWords.source}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={join(
        'grid min-w-0 gap-3 rounded-xl border border-dashed p-4',
        isOver ? 'border-accent bg-accent-soft' : 'border-edge',
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        {source ? (
          <img
            src={ownFile(source.url)}
            alt={pictureWords.source}
            className="size-16 shrink-0 rounded-lg border border-line object-cover"
          />
        ) : (
          <ImagePlus aria-hidden className="size-8 shrink-0 text-muted" />
        )}
        <p className="min-w-0 grow text-sm text-muted">
          {source ? pictureWords.sizeOf(source.width, source.height) : pictureWords.noSource}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" isBusy={isUploading} onClick={() => input.current?.click()}>
          {source ? pictureWords.change : pictureWords.upload}
        </Button>
        <span className="text-xs text-muted">{pictureWords.uploadHint}</span>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={pictureWords.upload}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {isUploading && <ProgressBar value={null} label={pictureWords.uploading} />}
      <Trouble error={problem} />
      {recent.length > 0 && (
        <div className="grid min-w-0 gap-1.5">
          <p className="text-xs text-muted">{pictureWords.recent}</p>
          <ul className="flex gap-2 overflow-x-auto pb-1">
            {recent.map((picture, at) => (
              <li key={picture.url} className="shrink-0">
                <button
                  type="button"
                  onClick={() => onChoose(picture)}
                  aria-label={pictureWords.recentPicture(at + 1)}
                  aria-pressed={picture.url === source?.url}
                  className="rounded-lg aria-pressed:outline-2 aria-pressed:-outline-offset-2 aria-pressed:outline-accent"
                >
                  <img
                    src={ownFile(picture.url)}
                    alt=""
                    loading="lazy"
                    onError={() => onGone(picture.url)}
                    className="size-12 rounded-lg border border-line object-cover"
                  />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
