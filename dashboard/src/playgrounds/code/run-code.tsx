// Tries what was written: JavaScript and Python in the service's sandbox, HTML in a frame of its own.
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client, type Reply } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { codeWords } from './strings.ts';

type Program = 'javascript' | 'python';
const { tried: words } = codeWords;

export function RunCode({ language, code }: { language: string; code: string }) {
  if (language === 'html') return <HtmlPreview key={code} code={code} />;
  if (language === 'javascript' || language === 'python')
    return <ProgramRun key={code} language={language} code={code} />;
  return null;
}

function ProgramRun({ language, code }: { language: Program; code: string }) {
  const [result, setResult] = useState<Reply<'POST /code/run'> | null>(null);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setResult(await client().code.run({ language, code }));
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button isBusy={isBusy} onClick={run}>
          <Play aria-hidden className="size-4" />
          {words.run}
        </Button>
        <span className="text-[0.8125rem] text-muted">{words.hint}</span>
      </div>
      <Trouble error={problem} />
      {result && <Printed result={result} />}
    </div>
  );
}

function Printed({
  result: { output, errors, exit_code, ended_by, duration_ms },
}: {
  result: Reply<'POST /code/run'>;
}) {
  return (
    <div role="status" className="grid min-w-0 gap-3">
      <p className="text-sm text-muted">
        {ended_by === 'exited' ? words.exited(exit_code ?? 0, duration_ms) : words.limits[ended_by]}
      </p>
      {output !== '' && <CodeBlock label={words.output} text={output} />}
      {errors !== '' && <CodeBlock label={words.errors} text={errors} />}
      {output === '' && errors === '' && <p className="text-sm text-muted">{words.silent}</p>}
    </div>
  );
}

function HtmlPreview({ code }: { code: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          <Play aria-hidden className="size-4" />
          {isShown ? words.hide : words.show}
        </Button>
        <span className="text-[0.8125rem] text-muted">{words.htmlHint}</span>
      </div>
      {isShown && <HtmlFrame code={code} />}
    </div>
  );
}

function HtmlFrame({ code }: { code: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const send = ({ source, data }: MessageEvent) => {
      const target = frame.current?.contentWindow;
      // Its origin is opaque, so there is none to name.
      if (target && source === target && data === 'ready') target.postMessage(code, '*');
    };
    addEventListener('message', send);
    return () => removeEventListener('message', send);
  }, [code]);
  return (
    <iframe
      ref={frame}
      src="/html-frame"
      sandbox="allow-scripts"
      title={words.preview}
      className="h-96 w-full rounded-lg border border-line bg-white"
    />
  );
}
