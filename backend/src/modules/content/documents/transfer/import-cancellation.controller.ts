import { Injectable, type OnModuleInit, Controller, Delete } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { defineChannel, PubSub } from '../../../../platform/pubsub/pubsub.js';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../../platform/access/decorators.js';
import { MessageResponse } from '../../../../platform/http/openapi/message.dto.js';
import { CurrentTexts } from '../../../../platform/language/current-texts.js';
import type { Texts } from '../../../../platform/language/texts.js';

const importCanceled = defineChannel<{ userId: string }>('documents.import_canceled');

/** Cancels the running imports of users, on whichever instance they run. */
@Injectable()
export class ImportCanceler implements OnModuleInit {
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly pubsub: PubSub) {}

  onModuleInit(): void {
    this.pubsub.subscribe(importCanceled, ({ userId }) => this.running.get(userId)?.abort());
  }

  /** @param work gets the signal that is aborted when the user cancels */
  async run<T>(userId: string, work: (cancelSignal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.running.set(userId, controller);
    try {
      return await work(controller.signal);
    } finally {
      // The user may have started the next one meanwhile.
      if (this.running.get(userId) === controller) this.running.delete(userId);
    }
  }

  async cancel(userId: string): Promise<void> {
    await this.pubsub.publish(importCanceled, { userId });
  }
}

/** Apart from the TransferController, whose routes count as imports and exports. */
@ApiTags('documents')
@Controller('documents')
export class ImportCancellationController {
  constructor(private readonly cancellation: ImportCanceler) {}

  @Delete('import')
  @ApiOperation({
    summary: 'Cancel your running import',
    description:
      'The import ends after the current document; its response then lists what was created until then. Without a ' +
      'running import nothing happens. Requires the permission `content.create`.',
  })
  @RequirePermission('content.create')
  @ApiOkResponse({ description: 'The import is being canceled, or none is running', type: MessageResponse })
  async cancelImport(@CurrentActor() actor: Actor, @CurrentTexts() texts: Texts): Promise<MessageResponse> {
    await this.cancellation.cancel(actor.userId);
    return { message: texts.content.importEnds };
  }
}
