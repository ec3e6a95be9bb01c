import { Controller, Delete } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../../platform/access/decorators.js';
import { MessageResponse } from '../../../../platform/http/openapi/message.dto.js';
import { ImportCancellation } from './import-cancellation.js';

/** Apart from the TransferController, whose routes count as imports and exports. */
@ApiTags('documents')
@Controller('documents')
export class ImportCancellationController {
  constructor(private readonly cancellation: ImportCancellation) {}

  @Delete('import')
  @ApiOperation({
    summary: 'Cancel your running import',
    description:
      'The import ends after the current document; its response then lists what was created until then. Without a ' +
      'running import nothing happens. Requires the permission `content.create`.',
  })
  @RequirePermission('content.create')
  @ApiOkResponse({ description: 'The import is being canceled, or none is running', type: MessageResponse })
  async cancelImport(@CurrentActor() actor: Actor): Promise<MessageResponse> {
    await this.cancellation.cancel(actor.userId);
    return { message: 'A running import ends after the current document.' };
  }
}
