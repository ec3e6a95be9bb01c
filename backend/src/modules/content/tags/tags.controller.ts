import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { TagResponse, TagsQuery } from './tags.dto.js';
import { TagsQueries } from './tags.queries.js';

@ApiTags('documents')
@Controller('tags')
export class TagsController {
  constructor(private readonly queries: TagsQueries) {}

  @Get()
  @ApiOperation({
    summary: 'List tags by prefix',
    description: 'At most 20, the most used first. Counts include only content that the requester may see.',
  })
  @Public()
  @ApiOkResponse({ description: 'The tags', type: [TagResponse] })
  async listTags(@Query() { q }: TagsQuery, @CurrentActor() actor: Actor): Promise<TagResponse[]> {
    return this.queries.list(actor, q);
  }
}
