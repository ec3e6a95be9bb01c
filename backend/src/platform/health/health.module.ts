import { type BeforeApplicationShutdown, Controller, Get, Injectable, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Public } from '../access/decorators.js';
import { Database } from '../database/database.js';
import { DomainError } from '../errors/domain-error.js';
import { DiskHealth } from './disk-health.js';
import { MetricsController } from './metrics.controller.js';
import { ServerHealth } from './server-health.js';

class HealthResponse {
  @ApiProperty({ description: 'always ok; other states are errors', example: 'ok' }) status!: string;
}

/**
 * Whether this instance is ready. False from the start of the shutdown, so that a load balancer stops sending requests
 * first.
 */
@Injectable()
export class Readiness {
  private stopping = false;
  stop(): void {
    this.stopping = true;
  }
  get isStopping(): boolean {
    return this.stopping;
  }
}

@ApiTags('ops')
@Controller('health')
export class HealthController implements BeforeApplicationShutdown {
  constructor(
    private readonly readiness: Readiness,
    private readonly database: Database,
  ) {}

  @Get('live')
  @ApiOperation({
    summary: 'Check that the process is running',
    description: 'For the liveness probe of an orchestrator. Reads nothing from the database.',
  })
  @Public()
  @ApiOkResponse({ description: 'The process is running', type: HealthResponse })
  getLiveness(): HealthResponse {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    summary: 'Check that the instance accepts requests',
    description: 'For load balancers: 503 while the instance is stopping or the database is not available.',
  })
  @Public()
  @ApiOkResponse({ description: 'The instance accepts requests', type: HealthResponse })
  async getReadiness(): Promise<HealthResponse> {
    if (this.readiness.isStopping)
      throw new DomainError(503, 'stopping', 'This instance is stopping.', { retry_after: 2 });
    await sql`select 1 as one`.execute(this.database.db);
    return { status: 'ok' };
  }

  beforeApplicationShutdown(): void {
    this.readiness.stop();
  }
}

@Module({
  controllers: [HealthController, MetricsController],
  providers: [DiskHealth, Readiness, ServerHealth],
  exports: [Readiness],
})
export class HealthModule {}
