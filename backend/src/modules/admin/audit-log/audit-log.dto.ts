import { ApiProperty } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import { type AuditFilter, type AuditRow, SYSTEM_ACTOR } from '../../../platform/audit/audit.js';
import { type ExportFormat, exportFormats } from '../../../platform/http/file-export.js';
import {
  ChoiceField,
  EmptyAsUndefined,
  IdField,
  TextField,
  TimeField,
  WithoutProblem,
} from '../../../platform/http/validation/fields.js';
import { type AuditAction, auditActions } from './audit-actions.js';

const isActor = (value: unknown) => value === undefined || value === SYSTEM_ACTOR || isUUID(value);

/** The filters of the list and the export. */
class AuditLogFilter {
  @EmptyAsUndefined()
  @WithoutProblem('isActor', (value) => (isActor(value) ? undefined : (texts) => texts.validation.actor))
  @ApiProperty({
    description: 'only actions of this user, or of the `system`',
    required: false,
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  actor?: string;

  @EmptyAsUndefined()
  @ChoiceField(auditActions, {
    label: 'action',
    description: 'only entries of this action',
    enumName: 'AuditAction',
    optional: true,
  })
  action?: AuditAction;

  @EmptyAsUndefined()
  @TextField({
    label: 'subjectType',
    description: 'only entries about subjects of this type',
    example: 'document',
    max: 40,
    optional: true,
  })
  subject_type?: string;

  @EmptyAsUndefined()
  @TextField({
    label: 'subjectId',
    description: 'only entries about this subject; use it with `subject_type`',
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
    max: 200,
    optional: true,
  })
  subject_id?: string;

  @EmptyAsUndefined()
  @TimeField({ label: 'start', description: 'only entries at or after this time', optional: true })
  from?: string;

  @EmptyAsUndefined()
  @TimeField({ label: 'end', description: 'only entries before this time', optional: true })
  to?: string;
}

export class AuditLogQuery extends AuditLogFilter {
  @IdField({ label: 'cursor', description: '`next` of a response: the older entries', optional: true })
  before?: string;

  @IdField({ label: 'cursor', description: '`previous` of a response: the newer entries', optional: true })
  after?: string;
}

export class AuditLogExportQuery extends AuditLogFilter {
  @EmptyAsUndefined()
  @ChoiceField(exportFormats, {
    label: 'format',
    description: 'csv by default',
    enumName: 'ExportFormat',
    optional: true,
  })
  format?: ExportFormat;
}

export const toFilter = ({ from, to, actor, action, subject_type, subject_id }: AuditLogFilter): AuditFilter => ({
  ...(actor && { actor }),
  ...(action && { action }),
  ...(subject_type && { subject_type }),
  ...(subject_id && { subject_id }),
  ...(from && { from: new Date(from) }),
  ...(to && { to: new Date(to) }),
});

class AuditSubjectResponse {
  @ApiProperty({ description: 'for example document, user or setting', example: 'document' }) type!: string;
  @ApiProperty({ description: 'id, or the name of a role or key of a setting', example: '0198c2f0-7b1e-7cc3-98c4' })
  id!: string;
  @ApiProperty({
    description: 'its present title or name; null when it is deleted, or not visible to the requester',
    type: String,
    nullable: true,
    example: 'Getting started',
  })
  title!: string | null;
  @ApiProperty({
    description: 'path in the frontend; null with the title, and for erased accounts',
    type: String,
    nullable: true,
    example: '/docs/getting-started',
  })
  url!: string | null;
}

const valuesProperty = (description: string, example: object) =>
  ApiProperty({ type: 'object', additionalProperties: true, nullable: true, description, example });

export class AuditEntryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'null for the system', type: String, format: 'uuid', nullable: true }) actor_id!:
    | string
    | null;
  @ApiProperty({ description: 'the name at that time', example: 'Ada Lovelace' }) actor_name!: string;
  @ApiProperty({
    description: 'path of the profile in the frontend; null for the system and erased accounts',
    type: String,
    nullable: true,
    example: '/user/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  actor_url!: string | null;
  @ApiProperty({ description: 'resource and verb', example: 'document.status_changed' }) action!: string;
  @ApiProperty({ type: AuditSubjectResponse }) subject!: AuditSubjectResponse;
  @valuesProperty('values before the action', { status: 'DRAFT' }) before!: Record<string, unknown> | null;
  @valuesProperty('values after the action, and its circumstances', { status: 'PUBLISHED' }) after!: Record<
    string,
    unknown
  > | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class AuditLogResponse {
  @ApiProperty({ type: [AuditEntryResponse], description: 'the newest first' }) entries!: AuditEntryResponse[];
  @ApiProperty({
    description: 'value of `before` for the older entries; null on the last page',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  next!: string | null;
  @ApiProperty({
    description: 'value of `after` for the newer entries; null on the first page',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  previous!: string | null;
}

/** @param caption of the subject where it is known */
export const toAuditEntry = (
  row: AuditRow,
  caption: { title: string; path: string } | undefined,
): AuditEntryResponse => ({
  id: row.id,
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  actor_url: row.has_actor_account ? `/user/${row.actor_id}` : null,
  action: row.action,
  subject: {
    type: row.subject_type,
    id: row.subject_id,
    title: caption?.title ?? row.user_name,
    url: caption?.path ?? (row.has_subject_account ? `/user/${row.subject_id}` : null),
  },
  before: row.before,
  after: row.after,
  created_at: row.created_at.toISOString(),
});
