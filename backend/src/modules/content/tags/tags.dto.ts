import { ApiProperty } from '@nestjs/swagger';
import { EmptyAsUndefined, TextField } from '../../../platform/http/validation/fields.js';

export class TagsQuery {
  @EmptyAsUndefined()
  @TextField({
    label: 'The search text',
    description: 'prefix of the tag, in any letter case',
    singleLine: true,
    max: 40,
    optional: true,
  })
  q?: string;
}

export class TagResponse {
  @ApiProperty({ example: 'PostgreSQL' }) name!: string;
  @ApiProperty({ description: 'number of documents and videos with it that the requester may see' }) count!: number;
}
