import { ApiProperty } from '@nestjs/swagger';
import type { ReplicaState } from '../../../platform/database/replicas/replica.js';
import { encryptionStates } from '../../../platform/health/server-health.js';
import { mailStatuses, type MailStatus } from '../../../platform/mail/mail-health.js';
import type { HealthStatus } from '../../../platform/monitoring/health-checks.js';

const statuses: HealthStatus[] = ['healthy', 'degraded', 'down'];

class HealthAlertResponse {
  @ApiProperty({ description: 'stable code', example: 'administrators_without_passkey' }) code!: string;
  @ApiProperty({ enum: ['operation', 'security'], enumName: 'HealthAlertArea' }) area!: 'operation' | 'security';
  @ApiProperty({ description: 'one sentence', example: 'An administrator has no passkey.' }) detail!: string;
}

class JobsHealthResponse {
  @ApiProperty({ description: 'jobs that are ready to run', type: 'integer' }) waiting!: number;
  @ApiProperty({ description: 'jobs that start later, such as those that are tried again', type: 'integer' })
  delayed!: number;
  @ApiProperty({ type: 'integer' }) running!: number;
  @ApiProperty({ description: 'jobs of the last seven days that were given up', type: 'integer' }) failed!: number;
  @ApiProperty({ description: 'how long the oldest waiting job has been ready', type: 'integer' })
  lag_seconds!: number;
}

const replicaStates: ReplicaState[] = [
  'starting',
  'in_use',
  'unreachable',
  'lagging',
  'not_a_replica',
  'other_database',
];

class ReplicaHealthResponse {
  @ApiProperty({
    description: 'in_use: reads use it; otherwise why it is left out',
    enum: replicaStates,
    enumName: 'ReplicaState',
  })
  state!: ReplicaState;
  @ApiProperty({
    description: 'how far it is behind the primary in seconds; null while it is unknown',
    type: Number,
    nullable: true,
    example: 0.004,
  })
  lag_seconds!: number | null;
}

class SecurityHealthResponse {
  @ApiProperty({ description: 'in the last 24 hours', type: 'integer' }) failed_sign_ins!: number;
  @ApiProperty({ description: 'accounts that failed sign-ins have locked for some minutes', type: 'integer' })
  locked_accounts!: number;
  @ApiProperty({ description: 'active administrators', type: 'integer' }) administrators!: number;
  @ApiProperty({ type: 'integer' }) administrators_without_passkey!: number;
}

class MailHealthResponse {
  @ApiProperty({
    description:
      'untried: no mail has been delivered or refused yet; not_configured: mails are only logged; null while it ' +
      'could not be measured',
    enum: mailStatuses,
    nullable: true,
  })
  status!: MailStatus | null;
  @ApiProperty({ description: 'to within a minute; null before', type: String, format: 'date-time', nullable: true })
  last_delivered_at!: string | null;
  @ApiProperty({
    description: 'when the mail server last refused a mail or could not be reached; null before',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  last_failed_at!: string | null;
}

class DiskHealthResponse {
  @ApiProperty({ description: 'GB (1024³) that the hub can still write', example: 31.5 }) free_gb!: number;
  @ApiProperty({ example: 100 }) total_gb!: number;
}

const time = (description: string) => ({ description, type: String, format: 'date-time', nullable: true });

class VerifiedBackupResponse {
  @ApiProperty({ description: 'of the archive', example: 'knowledge-hub-20261125-030000-5f0c12.tar.zst' })
  name!: string;
  @ApiProperty(time('of the backup; null when an earlier version recorded the verification')) created_at!:
    | string
    | null;
  @ApiProperty({ format: 'date-time' }) verified_at!: string;
}

class BackupHealthResponse {
  @ApiProperty({ description: 'whether the latest finished backup failed' }) has_failed!: boolean;
  @ApiProperty({ description: 'whether the archive of the latest complete backup is gone' }) is_file_missing!: boolean;
  @ApiProperty({ description: 'stored files that the latest complete backup lacks', type: 'integer', example: 0 })
  missing_files!: number;
  @ApiProperty({
    description: 'the backup that was last restored into a scratch database and compared; null when none ever was',
    type: VerifiedBackupResponse,
    nullable: true,
  })
  last_verified!: VerifiedBackupResponse | null;
}

/** Figures of checks that failed are null; `alerts` names those checks. */
export class SystemHealthResponse {
  @ApiProperty({ description: 'the worst of all checks', enum: statuses, enumName: 'HealthStatus' })
  server_status!: HealthStatus;
  @ApiProperty({ enum: statuses, enumName: 'HealthStatus' }) database_status!: HealthStatus;
  @ApiProperty({
    description: 'round trip to the database in milliseconds',
    type: Number,
    example: 0.8,
    nullable: true,
  })
  response_time!: number | null;
  @ApiProperty({ description: 'whether the database refuses writes', type: Boolean, nullable: true })
  is_read_only!: boolean | null;
  @ApiProperty({
    description: 'bytes of all files in GB (1024³), with two decimals',
    type: Number,
    example: 8.73,
    nullable: true,
  })
  storage_used_gb!: number | null;
  @ApiProperty({ description: 'the same in bytes', type: 'integer', example: 9373765000, nullable: true })
  storage_used_bytes!: number | null;
  @ApiProperty({ description: 'STORAGE_QUOTA_GB', type: Number, example: 100, nullable: true })
  storage_total_gb!: number | null;
  @ApiProperty({
    description:
      'end of the last complete backup whose archive is in the storage; null without one, and while `backups` is null',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  last_backup!: string | null;
  @ApiProperty({
    description:
      'when a backup was last restored into a scratch database and compared; null when none ever was, and while ' +
      '`backups` is null',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  last_verified_restore!: string | null;
  @ApiProperty({
    description: 'what else the check of the backups found; null when it failed',
    type: BackupHealthResponse,
    nullable: true,
  })
  backups!: BackupHealthResponse | null;
  @ApiProperty({ description: 'number of the alerts about security', type: 'integer' }) security_alerts!: number;
  @ApiProperty({
    description:
      'how requests with a session or token have arrived at this instance in the last ten minutes, as the reverse ' +
      'proxy tells (TRUST_PROXY). valid: by https; invalid: some without encryption although PUBLIC_URL is https; ' +
      'unconfirmed: the proxy does not tell, or there were none; none: PUBLIC_URL is not https',
    enum: encryptionStates,
    enumName: 'SslStatus',
  })
  ssl_status!: (typeof encryptionStates)[number];
  @ApiProperty({ description: 'what an administrator should look at', type: [HealthAlertResponse] })
  alerts!: HealthAlertResponse[];
  @ApiProperty({ example: '0.1.0' }) version!: string;
  @ApiProperty({ description: 'of the instance that responds', type: 'integer', nullable: true })
  uptime_seconds!: number | null;
  @ApiProperty({
    description: 'delay of requests while the instance is busy (99th percentile)',
    type: 'integer',
    nullable: true,
  })
  event_loop_delay_ms!: number | null;
  @ApiProperty({
    description: 'whether mails are sent; otherwise they are only logged',
    type: Boolean,
    nullable: true,
  })
  is_mail_configured!: boolean | null;
  @ApiProperty() mail!: MailHealthResponse;
  @ApiProperty({
    description: 'the volume of DATA_DIR of the instance that responds',
    type: DiskHealthResponse,
    nullable: true,
  })
  disk!: DiskHealthResponse | null;
  @ApiProperty({ type: JobsHealthResponse, nullable: true }) jobs!: JobsHealthResponse | null;
  @ApiProperty({ type: SecurityHealthResponse, nullable: true }) security!: SecurityHealthResponse | null;
  @ApiProperty({
    description: 'in the order of DATABASE_REPLICA_URLS; null while they could not be measured',
    type: [ReplicaHealthResponse],
    nullable: true,
  })
  replicas!: ReplicaHealthResponse[] | null;
}
