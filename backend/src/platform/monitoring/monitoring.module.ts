import { Global, Module } from '@nestjs/common';
import { HealthChecks } from './health-checks.js';
import { Metrics } from './metrics.js';
import { RequestEncryption } from './request-encryption.js';

@Global()
@Module({
  providers: [HealthChecks, Metrics, RequestEncryption],
  exports: [HealthChecks, Metrics, RequestEncryption],
})
export class MonitoringModule {}
