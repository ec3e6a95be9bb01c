import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { pageHeaders, PageQuery, sendPage } from '../../../platform/http/pagination/pagination.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { getKind, ItemsQueries } from '../items/items.queries.js';
import { BacklinkResponse, BrokenLinksQuery, BrokenLinksResponse } from './backlinks.dto.js';
import { BacklinksQueries } from './backlinks.queries.js';

@ApiTags('links')
@Controller()
export class BacklinksController {
  constructor(
    private readonly items: ItemsQueries,
    private readonly backlinks: BacklinksQueries,
  ) {}

  @Get('links/:content_type/:content_id')
  @ApiOperation({
    summary: 'List what links to a document or video',
    description:
      'Documents, videos, threads and replies that the requester may see, whose texts link to it, or comments on ' +
      'them; the latest changes first.',
  })
  @ApiParam({ name: 'content_type', description: 'document or video', example: 'document' })
  @ApiParam({ name: 'content_id', description: 'id, slug or former slug of the content', example: 'getting-started' })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'A page of what links to it', type: [BacklinkResponse], headers: pageHeaders })
  @ProblemResponses({ 404: 'No such document or video, or the requester may not see it' })
  async listBacklinks(
    @Param('content_type') type: string,
    @Param('content_id') idOrSlug: string,
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BacklinkResponse[]> {
    const kind = getKind(type);
    const { id } = await this.items.resolve(kind, idOrSlug, actor);
    return sendPage(await this.backlinks.list(actor, { kind, id }, query), query, request, reply);
  }

  @Get('admin/broken-links')
  @ApiOperation({
    summary: 'List links that lead to nothing',
    description:
      'Links in texts that the requester may see, to what does not exist, is in the trash or may not be seen by ' +
      'the requester. Requires the permission `admin.content`.',
  })
  @RequirePermission('admin.content')
  @ApiOkResponse({ description: 'A page of broken links', type: BrokenLinksResponse })
  async listBrokenLinks(@Query() query: BrokenLinksQuery, @CurrentActor() actor: Actor): Promise<BrokenLinksResponse> {
    return this.backlinks.listBroken(actor, query);
  }
}
