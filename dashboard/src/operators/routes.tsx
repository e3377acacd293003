// The operator's pages, chosen by the rest of the path.
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useEnvironment } from '../api/environment.ts';
import { useCall } from '../api/queries.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { MissingPage } from '../shell/other-pages.tsx';
import { AccountPage } from './account-page.tsx';
import { AccountsPage } from './accounts-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { BooksPage } from './books-page.tsx';
import { CodesPage } from './codes-page.tsx';
import { CouponsPage } from './coupons-page.tsx';
import { DataProtectionPage } from './data-protection-page.tsx';
import { DeliveriesPage } from './deliveries-page.tsx';
import { EnginesPage } from './engines-page.tsx';
import { MarginPage } from './margin-page.tsx';
import { QueuePage } from './queue-page.tsx';
import { operators } from './strings.ts';
import { UpstreamsPage } from './upstreams-page.tsx';

export function OperatorPages() {
  const { _splat = '' } = useParams({ strict: false });
  const account = useCall('GET /account');
  const isSandbox = useEnvironment() === 'test';
  if (_splat === '') return <Navigate to="/operator/$" params={{ _splat: 'accounts' }} replace />;
  return (
    <Loaded query={account}>
      {({ is_owner: isOwner }) =>
        isOwner ? (
          <>
            <Navigation />
            {isSandbox && (
              <p className="mb-6 rounded-lg bg-warn-soft px-4 py-2 text-sm text-warn">{operators.alwaysLive}</p>
            )}
            <Page path={_splat} />
          </>
        ) : (
          <EmptyState icon={Lock} title={operators.notOwner}>
            {operators.notOwnerHint}
          </EmptyState>
        )
      }
    </Loaded>
  );
}

function Page({ path }: { path: string }) {
  const [name = '', id] = path.split('/');
  if (name === 'accounts' && id) return <AccountPage key={id} id={id} />;
  switch (name) {
    case 'accounts':
      return <AccountsPage />;
    case 'codes':
      return <CodesPage />;
    case 'coupons':
      return <CouponsPage />;
    case 'engines':
      return <EnginesPage />;
    case 'upstreams':
      return <UpstreamsPage />;
    case 'books':
      return <BooksPage />;
    case 'data':
      return <DataProtectionPage />;
    case 'margin':
      return <MarginPage />;
    case 'queue':
      return <QueuePage />;
    case 'deliveries':
      return <DeliveriesPage />;
    case 'audit':
      return <AuditPage />;
    default:
      return <MissingPage />;
  }
}

const LINK =
  '-mb-px block border-b-2 border-transparent px-2 py-2 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink';

function Navigation() {
  return (
    <nav aria-label={operators.navigation} className="mb-6 overflow-x-auto overflow-y-hidden border-b border-line">
      <ul className="flex gap-0.5">
        {Object.entries(operators.pages).map(([path, label]) => (
          <li key={path}>
            <Link to="/operator/$" params={{ _splat: path }} className={LINK}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
