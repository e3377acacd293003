// The first page after a sign-in link: how to sign in from now on, and where mail goes.
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { useCall } from '../api/queries.ts';
import { useSecurity } from '../api/security.ts';
import { sendsMail } from '../page-facts.ts';
import { buttonClass } from '../parts/button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { FirstPasswordForm } from './first-password.tsx';
import { account as words } from './strings.ts';

const { welcome, settings } = words;

export function WelcomePage() {
  const navigate = useNavigate();
  const account = useCall('GET /account');
  return (
    <div className="mx-auto max-w-xl">
      <PageHead title={welcome.title} lead={settings.firstLead} />
      <Loaded query={useSecurity()}>
        {({ has_password }) =>
          has_password ? (
            <Navigate to="/" replace />
          ) : (
            <Loaded query={account}>
              {({ member, email }) => (
                <Panel title={settings.first}>
                  <FirstPasswordForm email={member?.email ?? email} onDone={() => navigate({ to: '/' })} />
                </Panel>
              )}
            </Loaded>
          )
        }
      </Loaded>
      <p className="mt-4 text-sm text-muted">{welcome.sooner}</p>
      {!sendsMail && <p className="mt-2 text-sm text-muted">{welcome.noMailServer}</p>}
      <Link to="/" className={`${buttonClass('quiet')} mt-4`}>
        {welcome.later}
      </Link>
    </div>
  );
}
