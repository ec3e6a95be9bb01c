import { ApiProperty } from '@nestjs/swagger';
import { translateBackupError } from '../../../platform/backup/backup-runner.js';
import type { Texts } from '../../../platform/language/texts.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { type BackupRow, type BackupStatus, backupStatuses } from '../../../platform/backup/backups.repository.js';

const time = (description: string) => ({ description, type: String, format: 'date-time', nullable: true });

export class BackupResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'of the archive', example: 'knowledge-hub-20261125-030000-5f0c12.tar.zst' })
  name!: string;
  @ApiProperty({ enum: backupStatuses, enumName: 'BackupStatus' }) status!: BackupStatus;
  @ApiProperty({ description: 'percent', type: 'integer', example: 100 }) progress!: number;
  @ApiProperty({ description: 'null until it is complete', type: 'integer', nullable: true })
  size_bytes!: number | null;
  @ApiProperty({
    description: 'of the archive, in hexadecimal; null until it is complete',
    type: String,
    nullable: true,
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256!: string | null;
  @ApiProperty({ description: 'files that the storage had lost, and the archive lacks', type: 'integer', example: 0 })
  missing_files!: number;
  @ApiProperty({
    description: 'whether the archive is gone; null while it is not complete, or the storage cannot be listed',
    type: Boolean,
    nullable: true,
    example: false,
  })
  is_file_missing!: boolean | null;
  @ApiProperty({
    description: 'why it failed, one sentence',
    type: String,
    nullable: true,
    example: 'There is no storage space left. Please contact an administrator.',
  })
  error!: string | null;
  @ApiProperty({ description: 'whether the schedule began it' }) is_scheduled!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty(time('null while it runs')) finished_at!: string | null;
  @ApiProperty(time('when it was last restored into a scratch database and compared')) verified_at!: string | null;
}

export class CreatedBackupResponse extends MessageResponse {
  @ApiProperty() backup!: BackupResponse;
}

/** @param archives the names of those in the storage; undefined when it cannot be listed */
export const toBackup = (row: BackupRow, archives: ReadonlySet<string> | undefined, texts: Texts): BackupResponse => ({
  ...row,
  error: row.error && translateBackupError(row.error, texts),
  is_file_missing: row.status === 'complete' && archives ? !archives.has(row.name) : null,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  verified_at: row.verified_at?.toISOString() ?? null,
});
