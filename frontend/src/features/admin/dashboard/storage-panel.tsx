import { dashboard } from '../../../messages/en-admin-dashboard';
import { formatDateTime } from '../../../lib/format';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { Backups } from './backups';
import { Figure, Figures, HealthPanel, NotMeasured, Warning } from './panel';
import classes from './storage-panel.module.css';

const text = dashboard.storage;

const WARNING_PERCENT = 80;

interface UsageFigureProps {
  used: number;
  total: number;
  percent: number;
}

function UsageFigure({ used, total, percent }: UsageFigureProps) {
  return (
    <Figure
      label={text.usage}
      note={
        <>
          <meter
            className={classes.meter}
            aria-label={text.usage}
            min={0}
            max={total}
            value={used}
            data-low={percent >= WARNING_PERCENT || undefined}
          />
          {text.usedOf(used.toFixed(2), String(total))}
        </>
      }
    >
      {text.percent(String(percent))}
    </Figure>
  );
}

/** Used storage with a warning when it runs out, the free space of the disk, and backups. */
export function StoragePanel() {
  const canManage = useCan('system.manage');
  return (
    <HealthPanel title={text.title} failed={text.failed} rows={3}>
      {({ storage_used_gb: used, storage_total_gb: total, disk, last_backup, last_verified_restore: verified }) => {
        const percent = used === null || total === null ? null : Math.floor((used / total) * 100);
        const isLow = percent !== null && percent >= WARNING_PERCENT;
        return (
          <>
            <Figures>
              {used === null || total === null || percent === null ? (
                <Figure label={text.usage}>
                  <NotMeasured />
                </Figure>
              ) : (
                <UsageFigure used={used} total={total} percent={percent} />
              )}
              <Figure label={text.disk} note={text.diskNote}>
                {disk ? text.diskFree(formatGigabytes(disk.free_gb), formatGigabytes(disk.total_gb)) : <NotMeasured />}
              </Figure>
              <Figure label={text.lastBackup}>
                {last_backup === null ? text.noBackup : formatDateTime(last_backup)}
              </Figure>
              <Figure label={text.lastVerified} note={verified === null && text.neverVerifiedNote}>
                {verified === null ? text.neverVerified : formatDateTime(verified)}
              </Figure>
            </Figures>
            {isLow && <Warning>{percent < 100 ? text.warning : text.full}</Warning>}
            {canManage && total !== null && (
              <div className={classes.actions}>
                <Button
                  variant={isLow ? 'primary' : 'default'}
                  size="sm"
                  onClick={() => void alert({ title: text.upgradeTitle, text: text.upgradeText(String(total)) })}
                >
                  {text.upgrade}
                </Button>
              </div>
            )}
            {canManage && <Backups />}
          </>
        );
      }}
    </HealthPanel>
  );
}

const formatGigabytes = (gigabytes: number): string =>
  gigabytes < 10 ? gigabytes.toFixed(1) : String(Math.round(gigabytes));
