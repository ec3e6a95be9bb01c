import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField } from '../../../platform/http/validation/fields.js';
import {
  type ContentKind,
  contentKinds,
  type ContentStatus,
  contentStatuses,
  difficulties,
  type Difficulty,
  videoSourceTypes,
  type VideoSourceType,
} from '../audience/audience.js';

export class FilterValuesQuery {
  @ChoiceField(contentKinds, { label: 'type', enumName: 'ContentKind' })
  type!: ContentKind;
}

export class FilterValuesResponse {
  @ApiProperty({ enum: contentStatuses, enumName: 'ContentStatus', isArray: true }) statuses!: ContentStatus[];
  @ApiProperty({
    description: 'categories with items, in no order',
    type: 'array',
    items: { type: 'string', format: 'uuid' },
  })
  category_ids!: string[];
  @ApiProperty({ enum: difficulties, enumName: 'Difficulty', isArray: true }) difficulties!: Difficulty[];
  @ApiProperty({ description: 'of videos', enum: videoSourceTypes, isArray: true }) source_types!: VideoSourceType[];
}
