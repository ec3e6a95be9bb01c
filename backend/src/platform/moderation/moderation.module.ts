import { Global, Module } from '@nestjs/common';
import { ModerationRegistry } from './moderation-registry.js';
import { ModerationQueueRegistry } from './queue-registry.js';

@Global()
@Module({
  providers: [ModerationRegistry, ModerationQueueRegistry],
  exports: [ModerationRegistry, ModerationQueueRegistry],
})
export class ModerationModule {}
