import { ApiProperty } from '@nestjs/swagger';
import { EmptyAsMissing } from '../../../platform/http/empty-as-missing.js';
import { TextField } from '../../../platform/http/fields.js';

export class TagsQuery {
  @EmptyAsMissing()
  @TextField({
    label: 'The search text',
    max: 40,
    optional: true,
    description: 'how the tag begins, in any letter case',
  })
  q?: string;
}

export class TagResponse {
  @ApiProperty({ example: 'PostgreSQL' }) name!: string;
  @ApiProperty({ description: 'items with it that the asking person may see' }) count!: number;
}
