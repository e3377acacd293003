// The editor of one file, loaded when the first file is opened. Tab moves on, so that keyboard users are never trapped
// in it.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { python } from '@codemirror/lang-python';
import { bracketMatching, defaultHighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useEffect, useRef } from 'react';

export interface FileEditorProps {
  label: string;
  content: string;
  language: string;
  onChange(content: string): void;
  onSave(): void;
}

export function FileEditor({ label, content, language, onChange, onSave }: FileEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  // The editor lives as long as the file is shown; it always calls the latest functions.
  const calls = useRef({ onChange, onSave });
  calls.current = { onChange, onSave };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is the editor's own once it is open.
  useEffect(() => {
    const { current: parent } = place;
    if (!parent) return;
    const view = new EditorView({
      parent,
      state: EditorState.create({ doc: content, extensions: extensionsFor({ label, language, calls }) }),
    });
    return () => view.destroy();
  }, [label, language]);
  return (
    <div
      ref={place}
      className="h-[60vh] min-h-72 overflow-hidden rounded-lg border border-edge/60 bg-white text-black"
    />
  );
}

interface Setting {
  label: string;
  language: string;
  calls: { current: Pick<FileEditorProps, 'onChange' | 'onSave'> };
}

function extensionsFor({ label, language, calls }: Setting): Extension[] {
  const save = () => {
    calls.current.onSave();
    return true;
  };
  return [
    EditorView.cspNonce.of(getNonce() ?? ''),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    bracketMatching(),
    indentUnit.of('  '),
    syntaxHighlighting(defaultHighlightStyle),
    keymap.of([{ key: 'Mod-s', run: save, preventDefault: true }, ...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) calls.current.onChange(update.state.doc.toString());
    }),
    EditorView.theme({ '&': { height: '100%', fontSize: '0.8125rem' }, '.cm-scroller': { overflow: 'auto' } }),
    languageOf(language),
  ];
}

function languageOf(language: string): Extension {
  switch (language) {
    case 'javascript':
    case 'jsx':
    case 'typescript':
    case 'tsx':
      return javascript({ jsx: true, typescript: language.startsWith('t') });
    case 'css':
      return css();
    case 'html':
    case 'vue':
      return html();
    case 'json':
      return json();
    case 'markdown':
      return markdown();
    case 'python':
      return python();
    default:
      return [];
  }
}
