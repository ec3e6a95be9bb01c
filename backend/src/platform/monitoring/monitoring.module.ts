import { Global, Module } from '@nestjs/common';
import { HealthChecks } from './health-checks.js';
import { Metrics } from './metrics.js';

@Global()
@Module({ providers: [HealthChecks, Metrics], exports: [HealthChecks, Metrics] })
export class MonitoringModule {}
