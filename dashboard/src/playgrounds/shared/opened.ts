// What is open on a page, kept in the address: it survives a reload, can be sent on, and the back button leaves it.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';

export function useOpened(): [string | null, (id: string | null) => void] {
  const environment = useEnvironment();
  const path = useLocation({ select: (location) => location.pathname });
  const hash = useLocation({ select: (location) => location.hash });
  // While the next page loads, the address is already its own, and this page is still shown.
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
    // Live things are not found in the sandbox, nor the other way round.
    if (before.current !== environment) open(null);
    before.current = environment;
  }, [environment, open]);
  return [id, open];
}
