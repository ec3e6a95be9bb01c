import { ApiProperty } from '@nestjs/swagger';
import { CursorQuery, NextCursorProperty } from '../../../platform/http/pagination/pagination.js';
import { type SearchType, searchTypes } from '../search/search-index.service.js';

/** A text with links. */
class LinkingTextResponse {
  @ApiProperty({ enum: searchTypes, enumName: 'SearchType' }) type!: SearchType;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'of a reply, that of its thread after “Re: ”', example: 'Getting started' })
  title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/getting-started' }) url!: string;
}

/** What links to an item. */
export class BacklinkResponse extends LinkingTextResponse {
  @ApiProperty({ description: 'only comments on it do; `url` leads to the newest of them' }) is_in_comment!: boolean;
}

const brokenReasons = ['DELETED', 'MISSING'] as const;
type BrokenReason = (typeof brokenReasons)[number];

export class BrokenLinkResponse extends LinkingTextResponse {
  @ApiProperty({ description: 'as the text has it', example: '/docs/backups' }) address!: string;
  @ApiProperty({
    description: 'DELETED: it leads to something in the trash; MISSING: to nothing that the requester may see',
    enum: brokenReasons,
    enumName: 'BrokenLinkReason',
  })
  reason!: BrokenReason;
}

export class BrokenLinksQuery extends CursorQuery {}

export class BrokenLinksResponse {
  @ApiProperty({ type: [BrokenLinkResponse] }) links!: BrokenLinkResponse[];
  @NextCursorProperty() next_cursor!: string | null;
}
