import { Global, Module } from '@nestjs/common';
import { ModerationRegistry } from './moderation-registry.js';

@Global()
@Module({ providers: [ModerationRegistry], exports: [ModerationRegistry] })
export class ModerationModule {}
