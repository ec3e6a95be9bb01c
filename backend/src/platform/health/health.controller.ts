import { type BeforeApplicationShutdown, Controller, Get } from '@nestjs/common';
import { sql } from 'kysely';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Public } from '../access/decorators.js';
import { Database } from '../database/database.js';
import { DomainError } from '../errors/domain-error.js';

class HealthResponse {
  @ApiProperty({ description: 'always ok; other states are errors', example: 'ok' }) status!: string;
}

@ApiTags('ops')
@Controller('health')
export class HealthController implements BeforeApplicationShutdown {
  private isStopping = false;

  constructor(private readonly database: Database) {}

  /** Makes this instance not ready, so that load balancers send their requests to others before it stops. */
  stop(): void {
    this.isStopping = true;
  }

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
    if (this.isStopping) throw new DomainError(503, 'stopping', 'This instance is stopping.', { retry_after: 2 });
    await sql`select 1 as one`.execute(this.database.db);
    return { status: 'ok' };
  }

  beforeApplicationShutdown(): void {
    this.stop();
  }
}
