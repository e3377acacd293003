// An image that was made before, to look at and to work on with.
import { useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { ownFile } from '../../parts/own-file.ts';
import type { Picture } from '../shared/pictures.ts';
import { Trouble } from '../shared/trouble.tsx';
import { PictureGrid } from './picture-grid.tsx';

export interface OpenedPictureProps {
  id: string;
  onEdit(picture: Picture): void;
  onUpscale(picture: Picture): void;
}

export function OpenedPicture({ id, ...acts }: OpenedPictureProps) {
  const item = useCall('GET /library/{id}', { params: { id } });
  if (item.error) return <Trouble error={item.error} onRetry={() => void item.refetch()} />;
  return item.data ? <Measured key={id} item={item.data} {...acts} /> : null;
}

interface MeasuredProps extends Omit<OpenedPictureProps, 'id'> {
  item: Reply<'GET /library/{id}'>;
}

/** Its size is known once it is there. */
function Measured({ item: { url, prompt }, onEdit, onUpscale }: MeasuredProps) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  if (size)
    return (
      <PictureGrid pictures={[{ url, seed: null, ...size }]} prompt={prompt} onEdit={onEdit} onUpscale={onUpscale} />
    );
  return (
    <img
      src={ownFile(url)}
      alt={prompt}
      className="mx-auto max-h-[70vh] rounded-xl opacity-0"
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
    />
  );
}
