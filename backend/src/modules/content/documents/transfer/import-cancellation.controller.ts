import { Controller, Delete, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../../platform/access/decorators.js';
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
  @HttpCode(204)
  @RequirePermission('content.create')
  @ApiNoContentResponse({ description: 'The import is being canceled' })
  async cancelImport(@CurrentActor() actor: Actor): Promise<void> {
    await this.cancellation.cancel(actor.userId);
  }
}
