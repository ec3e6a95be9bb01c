import { ApiProperty, OmitType } from '@nestjs/swagger';
import { DocumentSummaryResponse } from '../documents/documents.dto.js';
import {
  type ContentKind,
  contentKinds,
  type DocumentStatus,
  documentStatuses,
  type VideoStatus,
  videoStatuses,
} from './enums.js';

export type ContentStatus = DocumentStatus | VideoStatus;
export const contentStatuses = [...documentStatuses, ...videoStatuses] as const;

/** A document or a video, where a list has both. */
export class ContentSummaryResponse extends OmitType(DocumentSummaryResponse, ['status'] as const) {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) type!: ContentKind;
  @ApiProperty({ enum: contentStatuses, enumName: 'ContentStatus' }) status!: ContentStatus;
}
