// The panels of one's own security: the second factor, passkeys, connected services, and where one is signed in.
import { useSecurity } from '../api/security.ts';
import { Loaded } from '../parts/loaded.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function SecurityPanels() {
  return (
    <>
      <Loaded query={useSecurity()}>
        {(security) => (
          <>
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
