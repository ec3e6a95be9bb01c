import { Global, Module } from '@nestjs/common';
import { Jobs } from './jobs.js';
import { QueueStats } from './queue-stats.js';

@Global()
@Module({ providers: [Jobs, QueueStats], exports: [Jobs] })
export class JobsModule {}
