import { ApiProperty } from '@nestjs/swagger';
import { EmptyAsUndefined, TextField } from '../../../platform/http/validation/fields.js';

export class TagsQuery {
  @EmptyAsUndefined()
  @TextField({
    label: 'The search text',
    singleLine: true,
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
