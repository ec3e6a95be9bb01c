import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { SimilarItemResponse, SimilarQuery } from './similar.dto.js';
import { SimilarQueries } from './similar.queries.js';

@ApiTags('forum')
@Controller('forum')
export class SimilarController {
  constructor(private readonly similar: SimilarQueries) {}

  @Get('similar')
  @ApiOperation({
    summary: 'List threads, documents and videos with a similar title',
    description:
      'For the title of a new thread: at most 5 that the requester may see and whose titles share words with it, in ' +
      'German and English, the most similar first. Requires the permission `forum.post`.',
  })
  @RequirePermission('forum.post')
  @ApiOkResponse({ description: 'The similar items', type: [SimilarItemResponse] })
  async listSimilarItems(
    @Query() { title = '' }: SimilarQuery,
    @CurrentActor() actor: Actor,
  ): Promise<SimilarItemResponse[]> {
    return this.similar.list(actor, title);
  }
}
