// One thing that was made: as large as the window allows, with its words, facts and price, and what can be done with it.
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, Download, Pencil, Repeat, Share2, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button, buttonClass } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { tell } from '../parts/toast.tsx';
import { useTitle } from '../parts/use-title.ts';
import { type Item, nameOf } from './item.ts';
import { ItemDetails } from './item-details.tsx';
import { ItemStage } from './item-stage.tsx';
import { againOf } from './make-again.ts';
import { ShareDialog } from './share-dialog.tsx';
import { library as words } from './strings.ts';

export function ItemPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useCall('GET /library/{id}', { params: { id } });
  return (
    <div data-full className="flex min-h-0 grow flex-col">
      <Loaded query={query}>{(item) => <Shown item={item} />}</Loaded>
    </div>
  );
}

function Shown({ item }: { item: Item }) {
  const name = nameOf(item);
  useTitle(name);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2.5 sm:px-5">
        <Link to="/library" aria-label={words.back} title={words.back} className={buttonClass('quiet', 'small')}>
          <ArrowLeft aria-hidden className="size-4" />
        </Link>
        <h1 className="min-w-0 grow basis-40 truncate font-serif text-xl">{name}</h1>
        <Acts item={item} name={name} />
      </header>
      <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] overflow-y-auto lg:grid-cols-[minmax(0,1fr)_20rem] lg:overflow-hidden">
        <ItemStage item={item} name={name} />
        <ItemDetails item={item} />
      </div>
    </>
  );
}

function Acts({ item, name }: { item: Item; name: string }) {
  const [act, setAct] = useState<'rename' | 'share' | 'remove' | null>(null);
  const navigate = useNavigate();
  const again = againOf(item);
  const close = () => setAct(null);
  const remove = async () => {
    await client().library.delete([item.id]);
    tell(words.removed(1));
    await navigate({ to: '/library' });
    await renew('GET /library', 'GET /library/tags');
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" look="quiet" aria-label={words.rename} title={words.rename} onClick={() => setAct('rename')}>
        <Pencil aria-hidden className="size-4" />
      </Button>
      <Button size="small" look="quiet" aria-label={words.remove} title={words.remove} onClick={() => setAct('remove')}>
        <Trash2 aria-hidden className="size-4" />
      </Button>
      <a href={item.download_url} download className={buttonClass('plain', 'small')}>
        <Download aria-hidden className="size-3.5" />
        {words.download}
      </a>
      <Button size="small" onClick={() => setAct('share')}>
        <Share2 aria-hidden className="size-3.5" />
        {words.share}
      </Button>
      {again && (
        <Button size="small" look="primary" onClick={() => void again(navigate)}>
          <Repeat aria-hidden className="size-3.5" />
          {words.again}
        </Button>
      )}
      {act === 'share' && <ShareDialog item={item} name={name} onClose={close} />}
      {act === 'rename' && <RenameDialog item={item} name={name} onClose={close} />}
      <ConfirmDialog
        isOpen={act === 'remove'}
        onClose={close}
        title={words.removeTitle(1)}
        description={words.removeText}
        confirmLabel={words.remove}
        isDangerous
        onConfirm={remove}
      />
    </div>
  );
}

function RenameDialog({ item, name, onClose }: { item: Item; name: string; onClose(): void }) {
  const [title, setTitle] = useState(name.slice(0, MAX_TITLE));
  const [problem, setProblem] = useState<unknown>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await client().call('PATCH /library/{id}', { params: { id: item.id }, body: { title: title.trim() } });
      await renew('GET /library', 'GET /library/{id}');
      onClose();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={words.rename}>
      <form onSubmit={save} className="grid gap-4">
        <Field label={words.newName}>
          <Input value={title} maxLength={MAX_TITLE} required onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <ErrorNote error={problem} />
        <DialogActions>
          <Button type="submit" look="primary" disabled={title.trim() === ''}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const MAX_TITLE = 200;
