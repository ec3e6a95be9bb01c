import { ApiProperty } from '@nestjs/swagger';
import { type ExportFormat, exportFormats } from '../../../platform/http/file-export.js';
import { ChoiceField } from '../../../platform/http/validation/fields.js';
import { SystemHealthResponse } from '../health/system-health.dto.js';

export class ExportReportQuery {
  @ChoiceField(exportFormats, { label: 'format', enumName: 'ExportFormat', optional: true })
  format: ExportFormat = 'json';
}

class ReportTotalsResponse {
  @ApiProperty({ type: 'integer' }) documents!: number;
  @ApiProperty({ type: 'integer' }) videos!: number;
  @ApiProperty({ type: 'integer' }) users!: number;
  @ApiProperty({ type: 'integer' }) views!: number;
  @ApiProperty({ type: 'integer' }) forum_categories!: number;
  @ApiProperty({ type: 'integer' }) threads!: number;
  @ApiProperty({ type: 'integer' }) posts!: number;
}

const counts = (description: string, example: Record<string, number>) => ({
  description,
  type: 'object' as const,
  additionalProperties: { type: 'integer' },
  example,
});

/** The figures of the hub at one time. */
export class FiguresReportResponse {
  @ApiProperty({ description: 'name of the hub', example: 'Knowledge Hub' }) name!: string;
  @ApiProperty({ format: 'date-time' }) generated_at!: string;
  @ApiProperty() totals!: ReportTotalsResponse;
  @ApiProperty(counts('number of documents by status', { DRAFT: 3, PUBLISHED: 40 }))
  documents_by_status!: Record<string, number>;
  @ApiProperty(counts('number of videos by status', { READY: 12 })) videos_by_status!: Record<string, number>;
  @ApiProperty(counts('number of accounts by role', { ADMIN: 1, VIEWER: 250 })) users_by_role!: Record<string, number>;
  @ApiProperty() health!: SystemHealthResponse;
}
