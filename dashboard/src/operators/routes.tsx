// The operator's pages: which one is shown is said by the rest of the address.
import { useParams } from '@tanstack/react-router';
import { PageHead } from '../parts/panel.tsx';
import { shell } from '../strings.ts';

export function OperatorPages() {
  const { _splat = '' } = useParams({ strict: false });
  return <PageHead title={shell.pages.operator} lead={_splat} />;
}
