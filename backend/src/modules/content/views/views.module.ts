import { Module } from '@nestjs/common';
import { Views } from './views.js';

/** Views of items and of threads. */
@Module({ providers: [Views], exports: [Views] })
export class ViewsModule {}
