// Copies a text and confirms it.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { shared } from '../strings.ts';
import { Button } from './button.tsx';
import { tell } from './toast.tsx';

const SHOWN_MS = 2_000;

export function CopyButton({ text, label = shared.copy }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), SHOWN_MS);
    } catch {
      tell(shared.copyRefused, 'problem');
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button size="small" look="quiet" onClick={copy}>
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite">{isCopied ? shared.copied : label}</span>
    </Button>
  );
}
