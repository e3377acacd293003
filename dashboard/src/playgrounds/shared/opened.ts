// What is open on a page, stored in the URL: it survives a reload, can be shared, and the back button closes it.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';

export function useOpened(): [string | null, (id: string | null) => void] {
  const environment = useEnvironment();
  const path = useLocation({ select: (location) => location.pathname });
  const hash = useLocation({ select: (location) => location.hash });
  // While the next page loads, the URL is already that page's, but this page is still shown.
  const [ownPath] = useState(path);
  const id = (path === ownPath && hash) || null;
  const navigate = useNavigate();
  const open = useCallback(
    (next: string | null) =>
      void navigate({ to: '.', hash: next ?? '', resetScroll: false, hashScrollIntoView: false }),
    [navigate],
  );
  const before = useRef(environment);
  useEffect(() => {
    // Live ids do not exist in the sandbox, nor the other way round.
    if (before.current !== environment) open(null);
    before.current = environment;
  }, [environment, open]);
  return [id, open];
}
