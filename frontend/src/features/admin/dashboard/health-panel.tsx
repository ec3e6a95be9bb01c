import type { HealthStatus } from '../../../api/generated/model/healthStatus';
import type { JobsHealthResponse } from '../../../api/generated/model/jobsHealthResponse';
import type { ReplicaHealthResponse } from '../../../api/generated/model/replicaHealthResponse';
import type { SystemHealthResponse } from '../../../api/generated/model/systemHealthResponse';
import { formatDateTime } from '@hub/shared/formats';
import { formatDecimal } from '../../../lib/message-format';
import { dashboard } from '../../../messages/admin-dashboard';
import { Badge, type Tone } from '../../../ui/badge';
import { Figure, Figures, HealthPanel, NotMeasured, Warning } from './panel';

const text = dashboard.health;

const tones: Record<HealthStatus, Tone> = { healthy: 'green', degraded: 'amber', down: 'red' };

function StatusBadge({ status }: { status: HealthStatus }) {
  return <Badge tone={tones[status]}>{text.status[status]}</Badge>;
}

/** In the largest unit that fits: 1 minute, 5 hours, 12 days. */
function formatUptime(seconds: number): string {
  const minutes = Math.max(1, Math.floor(seconds / 60));
  if (minutes < 60) return text.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? text.hours(hours) : text.days(Math.floor(hours / 24));
}

/** Nothing without replicas. Those that are left out have a warning too. */
function ReplicasFigure({ replicas }: { replicas: ReplicaHealthResponse[] | null }) {
  if (!replicas) {
    return (
      <Figure label={text.replicas}>
        <NotMeasured />
      </Figure>
    );
  }
  if (replicas.length === 0) return null;
  const inUse = replicas.filter(({ state }) => state === 'in_use');
  const lag = Math.max(0, ...inUse.map(({ lag_seconds }) => lag_seconds ?? 0));
  return (
    <Figure label={text.replicas} note={inUse.length > 0 && text.replicasNote(formatDecimal(lag, 1))}>
      <Badge tone={inUse.length === replicas.length ? 'green' : 'amber'}>
        {text.replicasInUse({ inUse: inUse.length, total: replicas.length })}
      </Badge>
    </Figure>
  );
}

function JobsFigure({ jobs }: { jobs: JobsHealthResponse | null }) {
  if (!jobs) {
    return (
      <Figure label={text.jobs}>
        <NotMeasured />
      </Figure>
    );
  }
  return (
    <Figure label={text.jobs} note={text.jobsNote({ waiting: jobs.waiting, running: jobs.running })}>
      {jobs.failed > 0 ? (
        <Badge tone="amber">{text.jobsFailed(jobs.failed)}</Badge>
      ) : (
        <Badge tone="green">{text.jobsFine}</Badge>
      )}
    </Figure>
  );
}

function MailFigure({ health: { mail, is_mail_configured } }: { health: SystemHealthResponse }) {
  if (is_mail_configured === null) {
    return (
      <Figure label={text.mail}>
        <NotMeasured />
      </Figure>
    );
  }
  if (!is_mail_configured) {
    return (
      <Figure label={text.mail} note={text.mailOffNote}>
        <Badge tone="slate">{text.mailOff}</Badge>
      </Figure>
    );
  }
  if (mail.status === 'untried') {
    return (
      <Figure label={text.mail} note={text.mailUntriedNote}>
        <Badge tone="gray">{text.mailUntried}</Badge>
      </Figure>
    );
  }
  const isFailing = mail.status !== 'healthy';
  return (
    <Figure
      label={text.mail}
      note={mail.last_delivered_at && text.mailDelivered(formatDateTime(mail.last_delivered_at))}
    >
      <Badge tone={isFailing ? 'amber' : 'green'}>{isFailing ? text.mailFailing : text.mailOn}</Badge>
    </Figure>
  );
}

/** The state of the server, the database, its replicas, the jobs and the mails. */
export function SystemHealthPanel() {
  return (
    <HealthPanel title={text.title} failed={text.failed} rows={4}>
      {(health) => (
        <>
          <Figures>
            <Figure
              label={text.server}
              note={
                health.uptime_seconds !== null &&
                text.serverNote({ version: health.version, time: formatUptime(health.uptime_seconds) })
              }
            >
              <StatusBadge status={health.server_status} />
            </Figure>
            <Figure
              label={text.database}
              note={health.response_time !== null && text.databaseNote(formatDecimal(health.response_time, 1))}
            >
              <StatusBadge status={health.database_status} />
            </Figure>
            <ReplicasFigure replicas={health.replicas} />
            <JobsFigure jobs={health.jobs} />
            <MailFigure health={health} />
          </Figures>
          {health.alerts
            // The panel beside it has a text of its own.
            .filter(({ area, code }) => area === 'operation' && code !== 'storage_usage')
            .map(({ code, detail }) => (
              <Warning key={code}>{detail}</Warning>
            ))}
        </>
      )}
    </HealthPanel>
  );
}
