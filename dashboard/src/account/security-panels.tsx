// The user's security panels: second factor, passkeys, connected services, and sessions.
import { useSecurity } from '../api/security.ts';
import { sendsMail } from '../page-facts.ts';
import { Loaded } from '../parts/loaded.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';
import { EndedWaysPanel } from './ended-ways-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { VerificationPanel } from './verification-panel.tsx';

export function SecurityPanels({ email }: { email: string }) {
  return (
    <>
      <Loaded query={useSecurity()}>
        {(security) => (
          <>
            {sendsMail && !security.email_verified && <VerificationPanel email={email} />}
            {security.ended_ways && <EndedWaysPanel ended={security.ended_ways} />}
            <SecondFactorPanel security={security} />
            <PasskeysPanel passkeys={security.passkeys} />
            <ConnectionsPanel security={security} />
          </>
        )}
      </Loaded>
      <SessionsPanel />
    </>
  );
}
