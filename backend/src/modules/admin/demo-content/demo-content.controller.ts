import { Controller, Delete, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { DemoContentResponse } from './demo-content.dto.js';
import { DemoContentService } from './demo-content.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('administration')
@Controller('admin/demo-content')
export class DemoContentController {
  constructor(private readonly demo: DemoContentService) {}

  @Get()
  @ApiOperation({
    summary: 'Get the numbers of the demo content',
    description: 'What a removal would delete, and what stays. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'The numbers; zero in a hub without demo content', type: DemoContentResponse })
  async getDemoContent(@CurrentActor() actor: Actor): Promise<DemoContentResponse> {
    return this.demo.describe(actor);
  }

  @Delete()
  @ApiOperation({
    summary: 'Delete the demo content',
    description:
      'For good: documents, videos and threads of the demo with their comments, posts, reactions and files, its ' +
      'accounts, its categories that are empty then, and its past in the analytics. What users have made stays: also ' +
      'documents and videos of the demo that they have edited or commented on, threads in which they have posted, ' +
      'accounts that they have changed, and the account of the requester. Without demo content nothing happens. Only ' +
      'for administrators (403 `administrators_only`). Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'The hub has no demo content any more', type: MessageResponse })
  async deleteDemoContent(@CurrentActor() actor: Actor, @CurrentTexts() texts: Texts): Promise<MessageResponse> {
    await this.demo.remove(actor);
    return { message: texts.admin.demoContentRemoved };
  }
}
