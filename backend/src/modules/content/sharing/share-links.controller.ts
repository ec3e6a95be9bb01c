import { applyDecorators, Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { pageHeaders, PageQuery, sendPage } from '../../../platform/http/pagination/pagination.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';
import type { ContentKind } from '../audience/audience.js';
import { DocumentIdParam } from '../documents/documents.dto.js';
import { VideoIdParam } from '../videos/videos.dto.js';
import {
  CreateShareLinkRequest,
  ListedShareLinkResponse,
  NewShareLinkResponse,
  ShareLinkResponse,
} from './share-links.dto.js';
import { ShareLinksQueries } from './share-links.queries.js';
import { ShareLinksService } from './share-links.service.js';

const MAKERS =
  'For the author and for holders of `content.edit_any`; members of a group that moderates the category need no ' +
  'permission.';

const CreateOperation = (kind: ContentKind) =>
  applyDecorators(
    ApiOperation({
      summary: `Create a share link of a ${kind}`,
      description:
        `Everyone who has its address reads the published ${kind} without an account, and nothing else of the hub, ` +
        `until the link expires or is revoked. ${MAKERS} INTERNAL content requires \`content.set_internal\` as well. ` +
        'The response is the only one that contains the address. At most 50 per item.',
    }),
    SignedIn(),
    ApiCreatedResponse({ description: 'The new share link', type: NewShareLinkResponse }),
    ProblemResponses({
      403:
        'The requester is neither the author nor a holder of `content.edit_any`, may not share INTERNAL content, or ' +
        'share links are turned off (`sharing_off`)',
      404: `No such ${kind}, or the requester may not see it`,
      409: '`not_published`: nothing that readers do not see can be shared; `too_many_share_links`',
    }),
  );

const ListOperation = (kind: ContentKind) =>
  applyDecorators(
    ApiOperation({
      summary: `List the share links of a ${kind}`,
      description: `The newest first, expired ones included; not paged. ${MAKERS}`,
    }),
    SignedIn(),
    ApiOkResponse({ description: 'The share links', type: [ShareLinkResponse] }),
    ProblemResponses({
      403: 'The requester is neither the author nor a holder of `content.edit_any`',
      404: `No such ${kind}, or the requester may not see it`,
    }),
  );

@ApiTags('sharing')
@Controller()
export class ShareLinksController {
  constructor(
    private readonly links: ShareLinksService,
    private readonly queries: ShareLinksQueries,
  ) {}

  @Post('documents/:id/share-links')
  @CreateOperation('document')
  @DocumentIdParam()
  createDocumentShareLink(
    @Param('id') idOrSlug: string,
    @Body() body: CreateShareLinkRequest,
    @CurrentActor() actor: Actor,
  ): Promise<NewShareLinkResponse> {
    return this.create(actor, 'document', idOrSlug, body);
  }

  @Get('documents/:id/share-links')
  @ListOperation('document')
  @DocumentIdParam()
  listDocumentShareLinks(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<ShareLinkResponse[]> {
    return this.links.list(actor, 'document', idOrSlug);
  }

  @Post('videos/:id/share-links')
  @CreateOperation('video')
  @VideoIdParam()
  createVideoShareLink(
    @Param('id') idOrSlug: string,
    @Body() body: CreateShareLinkRequest,
    @CurrentActor() actor: Actor,
  ): Promise<NewShareLinkResponse> {
    return this.create(actor, 'video', idOrSlug, body);
  }

  @Get('videos/:id/share-links')
  @ListOperation('video')
  @VideoIdParam()
  listVideoShareLinks(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<ShareLinkResponse[]> {
    return this.links.list(actor, 'video', idOrSlug);
  }

  @Get('admin/share-links')
  @ApiOperation({
    summary: 'List the share links of all documents and videos',
    description:
      'The newest first, expired ones included; those of items that the requester may not see are left out. Requires ' +
      'the permission `content.edit_any`.',
  })
  @RequirePermission('content.edit_any')
  @ApiOkResponse({ description: 'A page of share links', type: [ListedShareLinkResponse], headers: pageHeaders })
  async listShareLinks(
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListedShareLinkResponse[]> {
    return sendPage(await this.queries.listAll(actor, query), query, request, reply);
  }

  @Delete('share-links/:id')
  @ApiOperation({
    summary: 'Revoke a share link',
    description:
      'Its page, images and videos are void with the next request. For the author of the item, the creator of the ' +
      'link, and holders of `content.edit_any`.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The share link was revoked', type: MessageResponse })
  @ProblemResponses({
    403: 'The requester may not revoke it',
    404: 'No such share link, or the requester may not see its item',
  })
  async revokeShareLink(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('shareLink');
    await this.links.revoke(actor, id);
    return { message: texts.content.shareLinkRevoked };
  }

  private async create(
    actor: Actor,
    kind: ContentKind,
    idOrSlug: string,
    body: CreateShareLinkRequest,
  ): Promise<NewShareLinkResponse> {
    const { id, url } = await this.links.create(actor, kind, idOrSlug, body);
    const created = await this.queries.find(id);
    if (!created) throw notFound('shareLink');
    return { ...created, url };
  }
}
