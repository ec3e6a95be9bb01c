import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.js';
import { Limits } from './limits.js';

@Global()
@Module({ providers: [Limits], exports: [Limits] })
export class LimitsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly limits: Limits,
  ) {}

  onModuleInit(): void {
    this.jobs.define('limits.sweep', () => this.limits.sweep(), { cron: '7 * * * *' });
  }
}
