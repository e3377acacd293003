// Renders a model's Markdown. Until the renderer is loaded, and if it fails, the text is shown unchanged.
import { Component, lazy, memo, type ReactNode, Suspense } from 'react';

const MarkdownElements = lazy(() => import('./markdown-elements.tsx'));

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const plain = <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 [overflow-wrap:anywhere]">
      <PlainOnError plain={plain}>
        <Suspense fallback={plain}>
          <MarkdownElements text={text} />
        </Suspense>
      </PlainOnError>
    </div>
  );
});

/** Thousands of nested quotes exhaust the renderer's stack, which must not crash the page. */
class PlainOnError extends Component<{ plain: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.plain : this.props.children;
  }
}
