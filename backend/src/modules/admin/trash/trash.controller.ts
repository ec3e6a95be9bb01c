import { applyDecorators, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { RestoredResponse, TrashQuery, TrashResponse, type TrashType, trashTypes } from './trash.dto.js';
import { TrashService } from './trash.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

const NOT_IN_TRASH = 'It is not in the trash, or the requester may not restore it';

@ApiTags('trash')
@Controller('trash')
export class TrashController {
  constructor(private readonly trash: TrashService) {}

  @Get()
  @ApiOperation({
    summary: 'List deleted items that can be restored',
    description:
      'Those that the requester deleted, the last one first. With `all`, those that others deleted, too, of the ' +
      'types of which the requester may delete any item.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'A page of the trash', type: TrashResponse })
  @ProblemResponses({ 403: 'The requester asks for all and may delete only their own items' })
  async listTrash(@Query() query: TrashQuery, @CurrentActor() actor: Actor): Promise<TrashResponse> {
    return this.trash.list(actor, query);
  }

  @Post(':type/:id/restore')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Restore a deleted item',
    description:
      'With all that belonged to it: comments, reactions, bookmarks, revisions, files, links and its address. For ' +
      'its author who deleted it, and for users who may delete any item of the type.',
  })
  @ItemParams()
  @SignedIn()
  @ApiOkResponse({ description: 'The item was restored', type: RestoredResponse })
  @ProblemResponses({ 403: '`thread_locked`: only moderators restore posts of locked threads', 404: NOT_IN_TRASH })
  async restoreTrashItem(
    @Param('type') type: string,
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<RestoredResponse> {
    return this.trash.restore(actor, ...parseSubject(type, id), texts);
  }

  @Delete(':type/:id')
  @ApiOperation({
    summary: 'Delete an item of the trash permanently',
    description: 'Deletes its files, comments and reactions, too. Requires the permission `content.delete_any`.',
  })
  @ItemParams()
  @RequirePermission('content.delete_any')
  @ApiOkResponse({ description: 'The item was deleted permanently', type: MessageResponse })
  @ProblemResponses({ 404: NOT_IN_TRASH })
  async purgeTrashItem(
    @Param('type') type: string,
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.trash.purge(actor, ...parseSubject(type, id));
    return { message: texts.admin.deletedPermanently };
  }
}

function ItemParams() {
  return applyDecorators(
    ApiParam({ name: 'type', enum: trashTypes, enumName: 'TrashType' }),
    ApiParam({ name: 'id', description: 'id of the item', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' }),
  );
}

/** @throws 404 */
function parseSubject(type: string, id: string): [type: TrashType, id: string] {
  const known = trashTypes.find((each) => each === type);
  if (!known || !isId(id)) throw notFound('item');
  return [known, id];
}
