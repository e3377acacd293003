// Renders the dashboard once its language is loaded.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { watchNetwork } from './api/reach.ts';
import { styleNonce } from './page-facts.ts';
import { Toasts } from './parts/toast.tsx';
import { router } from './router.tsx';
import { watchPointer } from './shell/pointer-focus.ts';
import { rememberReferral } from './shell/remember-referral.ts';
import { applyTheme } from './shell/theme.ts';

setNonce(styleNonce);
applyTheme();
watchPointer();
watchNetwork();
rememberReferral();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the dashboard.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
