import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { TagResponse, TagsQuery } from './tags.dto.js';
import { TagsQueries } from './tags.queries.js';

@ApiTags('documents')
@Controller('tags')
export class TagsController {
  constructor(private readonly queries: TagsQueries) {}

  @Get()
  @ApiOperation({ summary: 'Up to 20 tags that begin as given, the most used first' })
  @Public()
  @ApiOkResponse({ type: [TagResponse] })
  @ProblemResponses(400)
  async listTags(@Query() { q }: TagsQuery, @CurrentActor() actor: Actor): Promise<TagResponse[]> {
    return this.queries.list(actor, q);
  }
}
