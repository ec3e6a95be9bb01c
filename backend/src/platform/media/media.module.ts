import { Global, Module } from '@nestjs/common';
import { MediaTools } from './media-tools.js';

@Global()
@Module({ providers: [MediaTools], exports: [MediaTools] })
export class MediaModule {}
