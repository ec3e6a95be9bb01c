import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SystemHealthResponse } from '../../../api/generated/model/systemHealthResponse';
import { dashboard } from '../../../messages/admin-dashboard';
import { useCan, useSession } from '../../../shared/session/session';
import { Badge, type Tone } from '../../../ui/badge';
import { Figure, Figures, HealthPanel, NotMeasured } from './panel';

const text = dashboard.security;

function AlertsBadge({ count }: { count: number }) {
  return <Badge tone={count > 0 ? 'amber' : 'green'}>{text.alerts(count)}</Badge>;
}

/** A number that should be 0. */
function Count({ isAlert, children }: { isAlert: boolean; children: string }) {
  const tone: Tone = isAlert ? 'amber' : 'gray';
  return <Badge tone={tone}>{children}</Badge>;
}

function PasskeyNote() {
  const isAdministrator = useSession().user?.role === 'ADMIN';
  return (
    <>
      {text.withoutPasskeyNote}
      {isAdministrator && (
        <>
          {' '}
          <Link to="/user/profile" search={{ tab: 'settings' }}>
            {text.addPasskey}
          </Link>
        </>
      )}
    </>
  );
}

function LockedNote(): ReactNode {
  const canView = useCan('users.manage');
  return (
    <>
      {text.lockedAccountsNote}
      {canView && (
        <>
          . <Link to="/admin/users">{text.viewUsers}</Link>
        </>
      )}
    </>
  );
}

function hasAlert({ alerts }: SystemHealthResponse, code: string): boolean {
  return alerts.some((alert) => alert.code === code);
}

/** Not encrypted is fine for a hub that is only for this computer, which has no alert. */
function ConnectionBadge({ health }: { health: SystemHealthResponse }) {
  const { ssl_status: status } = health;
  if (status === 'valid') return <Badge tone="green">{text.https}</Badge>;
  const isAlert = hasAlert(health, 'no_https') || hasAlert(health, 'https_unconfirmed');
  return <Badge tone={isAlert ? 'amber' : 'gray'}>{status === 'unconfirmed' ? text.unconfirmed : text.noHttps}</Badge>;
}

function SignInFigures({ health }: { health: SystemHealthResponse }) {
  if (!health.security) {
    return (
      <Figure label={text.failedSignIns}>
        <NotMeasured />
      </Figure>
    );
  }
  const { failed_sign_ins, locked_accounts, administrators, administrators_without_passkey } = health.security;
  return (
    <>
      <Figure label={text.failedSignIns} note={text.failedSignInsNote}>
        <Count isAlert={hasAlert(health, 'many_failed_sign_ins')}>{String(failed_sign_ins)}</Count>
      </Figure>
      <Figure label={text.lockedAccounts} note={<LockedNote />}>
        <Count isAlert={locked_accounts > 0}>{String(locked_accounts)}</Count>
      </Figure>
      <Figure label={text.withoutPasskey} note={<PasskeyNote />}>
        <Count isAlert={administrators_without_passkey > 0}>
          {text.withoutPasskeyOf({ count: administrators_without_passkey, total: administrators })}
        </Count>
      </Figure>
    </>
  );
}

/** Failed sign-ins, locked accounts, administrators without passkey, and the connection. */
export function SecurityPanel() {
  return (
    <HealthPanel
      title={text.title}
      failed={text.failed}
      rows={4}
      aside={({ security_alerts }) => <AlertsBadge count={security_alerts} />}
    >
      {(health) => (
        <Figures>
          <SignInFigures health={health} />
          <Figure label={text.connection} note={text.connectionNotes[health.ssl_status]}>
            <ConnectionBadge health={health} />
          </Figure>
        </Figures>
      )}
    </HealthPanel>
  );
}
