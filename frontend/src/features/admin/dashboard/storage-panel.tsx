import { formatDecimal, formatNumber } from '../../../lib/message-format';
import { dashboard } from '../../../messages/admin-dashboard';
import type { SystemHealthResponse } from '../../../api/generated/model/systemHealthResponse';
import { formatDateTime } from '@hub/shared/formats';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { Backups } from './backups';
import { Figure, Figures, HealthPanel, NotMeasured, Warning } from './panel';
import classes from './storage-panel.module.css';

const text = dashboard.storage;

const WARNING_PERCENT = 80;

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** 0 MB, 3.2 MB, 0.12 GB, 8.73 GB: small amounts in a smaller unit, which would be 0.00 otherwise. */
function formatUsed(bytes: number): string {
  return bytes < 0.1 * GB
    ? text.megabytes(formatNumber(Number((bytes / MB).toFixed(1))))
    : text.gigabytes(formatDecimal(bytes / GB, 2));
}

function formatPercent(bytes: number, percent: number): string {
  return bytes > 0 && percent === 0 ? text.belowOnePercent : text.percent(String(percent));
}

interface Usage {
  usedBytes: number;
  /** GB */
  total: number;
  percent: number;
}

function getUsage({ storage_used_bytes: usedBytes, storage_total_gb: total }: SystemHealthResponse): Usage | null {
  if (usedBytes === null || total === null) return null;
  return { usedBytes, total, percent: Math.floor((usedBytes / (total * GB)) * 100) };
}

function UsageFigure({ usage: { usedBytes, total, percent } }: { usage: Usage }) {
  return (
    <Figure
      label={text.usage}
      note={
        <>
          <meter
            className={classes.meter}
            aria-label={text.usage}
            min={0}
            max={total * GB}
            value={usedBytes}
            data-low={percent >= WARNING_PERCENT || undefined}
          />
          {text.usedOf({ used: formatUsed(usedBytes), total: String(total) })}
        </>
      }
    >
      {formatPercent(usedBytes, percent)}
    </Figure>
  );
}

function BackupFigures({ health: { backups, last_backup } }: { health: SystemHealthResponse }) {
  if (!backups) {
    return [text.lastBackup, text.lastVerified].map((label) => (
      <Figure key={label} label={label}>
        <NotMeasured />
      </Figure>
    ));
  }
  const { has_failed, is_file_missing, last_verified: verified } = backups;
  const isNone = last_backup === null;
  const fileMissing = isNone ? text.backupFileMissing : text.laterBackupFileMissing;
  const none = is_file_missing ? text.noBackupFile : text.noBackup;
  return (
    <>
      <Figure label={text.lastBackup} note={is_file_missing ? fileMissing : has_failed && text.backupFailed}>
        {isNone ? none : formatDateTime(last_backup)}
      </Figure>
      <Figure
        label={text.lastVerified}
        note={
          !verified
            ? text.neverVerifiedNote
            : verified.created_at === null
              ? verified.name
              : text.verifiedBackupOf({ name: verified.name, time: formatDateTime(verified.created_at) })
        }
      >
        {verified ? formatDateTime(verified.verified_at) : text.neverVerified}
      </Figure>
    </>
  );
}

/** Used storage with a warning when it runs out, the free space of the disk, and backups. */
export function StoragePanel() {
  const canManage = useCan('system.manage');
  return (
    <HealthPanel title={text.title} failed={text.failed} rows={3}>
      {(health) => {
        const usage = getUsage(health);
        const { disk } = health;
        const isLow = usage !== null && usage.percent >= WARNING_PERCENT;
        return (
          <>
            <Figures>
              {usage ? (
                <UsageFigure usage={usage} />
              ) : (
                <Figure label={text.usage}>
                  <NotMeasured />
                </Figure>
              )}
              <Figure label={text.disk} note={text.diskNote}>
                {disk ? (
                  text.diskFree({ free: formatGigabytes(disk.free_gb), total: formatGigabytes(disk.total_gb) })
                ) : (
                  <NotMeasured />
                )}
              </Figure>
              <BackupFigures health={health} />
            </Figures>
            {isLow && <Warning>{usage.percent < 100 ? text.warning : text.full}</Warning>}
            {canManage && isLow && (
              <div className={classes.actions}>
                <Button
                  size="sm"
                  onClick={() => void alert({ title: text.upgradeTitle, text: text.upgradeText(String(usage.total)) })}
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
  gigabytes < 10 ? formatDecimal(gigabytes, 1) : String(Math.round(gigabytes));
