import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type ContentKind,
  contentKinds,
  type ContentStatus,
  contentStatuses,
  difficulties,
  type Difficulty,
  type ThumbnailPlacement,
  thumbnailPlacements,
  type VideoSourceType,
  videoSourceTypes,
  visibilities,
  type Visibility,
} from '../audience/audience.js';
import { CategoryRefResponse } from '../categories/categories.dto.js';

export class ListAbilitiesResponse {
  @ApiProperty({ description: 'whether the requester may edit it' }) edit!: boolean;
}

/** What the page of an item offers in addition. */
export class ParticipationAbilitiesResponse extends ListAbilitiesResponse {
  @ApiProperty({ description: 'whether the requester may comment on it' }) comment!: boolean;
  @ApiProperty({ description: 'whether the requester may react to it; bookmarks are always allowed' }) react!: boolean;
}

/** What lists and cards show of an item of any kind. */
export class ItemSummaryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ example: 'getting-started' }) slug!: string;
  @ApiProperty({ description: 'plain text; may be empty', example: 'What the hub is for, and your first steps in it.' })
  summary!: string;
  @ApiProperty({ description: 'null: no category', type: String, format: 'uuid', nullable: true }) category_id!:
    | string
    | null;
  @ApiProperty({ description: 'null: no category', type: CategoryRefResponse, nullable: true })
  category!: CategoryRefResponse | null;
  @ApiProperty({ format: 'uuid' }) author_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) author_name!: string;
  @ApiProperty({
    description: 'address of the avatar image; null without one',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  author_avatar!: string | null;
  @ApiProperty({ enum: difficulties, enumName: 'Difficulty' }) difficulty!: Difficulty;
  @ApiProperty({ enum: visibilities, enumName: 'Visibility' }) visibility!: Visibility;
  @ApiProperty({ enum: contentStatuses, enumName: 'ContentStatus' })
  status!: ContentStatus;
  @ApiProperty({ description: 'number of saves, from 1' }) version!: number;
  @ApiProperty({ type: [String], example: ['onboarding', 'PostgreSQL'] }) tags!: string[];
  @ApiProperty({
    description: 'address of the widest image; null without a thumbnail',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  thumbnail!: string | null;
  @ApiProperty({
    description: 'all widths, for the srcset attribute of img',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65 400w',
  })
  thumbnail_srcset!: string | null;
  @ApiProperty({
    description: 'where the thumbnail is shown: nowhere, on cards only, or on cards and above the text',
    enum: thumbnailPlacements,
    enumName: 'ThumbnailPlacement',
  })
  thumbnail_placement!: ThumbnailPlacement;
  @ApiProperty({ description: 'number of views: one per reader and day' }) view_count!: number;
  @ApiProperty() like_count!: number;
  @ApiProperty() helpful_count!: number;
  @ApiProperty() bookmark_count!: number;
  @ApiProperty() confused_count!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'null until the first edit', type: String, format: 'date-time', nullable: true })
  updated_at!: string | null;
  @ApiProperty({ description: 'null until it is published', type: String, format: 'date-time', nullable: true })
  published_at!: string | null;
  @ApiPropertyOptional({
    description: 'present where it is true: only its author and moderators see it',
    example: true,
  })
  is_hidden?: boolean;
  @ApiPropertyOptional({
    description: 'present where it is true: a document that others begin theirs with, and that readers do not see',
    example: true,
  })
  is_template?: boolean;
  @ApiPropertyOptional({ description: 'absent for guests', type: ListAbilitiesResponse })
  abilities?: ListAbilitiesResponse;
}

/** What lists show of a video in addition to its summary. */
export class VideoDetailsResponse {
  @ApiProperty({ description: 'in seconds; null until it is known', type: 'integer', nullable: true, example: 754 })
  duration_sec!: number | null;
  @ApiProperty({ enum: videoSourceTypes, enumName: 'VideoSourceType' }) source_type!: VideoSourceType;
  @ApiProperty({ type: 'integer', example: 5 }) chapter_count!: number;
}

/** An item in a list that mixes kinds. */
export class ContentSummaryResponse extends ItemSummaryResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) type!: ContentKind;
  @ApiProperty({
    description: 'in seconds; null for documents and until it is known',
    type: 'integer',
    nullable: true,
    example: 754,
  })
  duration_sec!: number | null;
  @ApiProperty({
    description: 'null for documents',
    enum: videoSourceTypes,
    enumName: 'VideoSourceType',
    nullable: true,
  })
  source_type!: VideoSourceType | null;
  @ApiProperty({ description: 'null for documents', type: 'integer', nullable: true, example: 5 })
  chapter_count!: number | null;
}
