import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.js';
import { RateLimiter } from './rate-limiter.js';

@Global()
@Module({ providers: [RateLimiter], exports: [RateLimiter] })
export class RateLimiterModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly rateLimiter: RateLimiter,
  ) {}

  onModuleInit(): void {
    this.jobs.define('limits.sweep', () => this.rateLimiter.sweep(), { cron: '7 * * * *' });
  }
}
