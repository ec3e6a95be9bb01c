import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { type BeforeApplicationShutdown, Controller, Get, NotFoundException, Req, Res } from '@nestjs/common';
import { sql } from 'kysely';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Anonymous, AlwaysPublic } from '../access/decorators.js';
import { Database } from '../database/database.js';
import { DomainError } from '../errors/domain-error.js';
import { Config } from '../config/config.js';
import { ProblemResponses } from '../errors/problem.dto.js';
import { Metrics } from '../monitoring/metrics.js';

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
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The process is running', type: HealthResponse })
  getLiveness(): HealthResponse {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    summary: 'Check that the instance accepts requests',
    description: 'For load balancers: 503 while the instance is stopping or the database is not available.',
  })
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The instance accepts requests', type: HealthResponse })
  async getReadiness(): Promise<HealthResponse> {
    if (this.isStopping) throw new DomainError(503, 'stopping', (texts) => texts.platform.stopping, { retry_after: 2 });
    await sql`select 1 as one`.execute(this.database.db);
    return { status: 'ok' };
  }

  beforeApplicationShutdown(): void {
    this.stop();
  }
}

@ApiTags('ops')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get the metrics of this instance for Prometheus',
    description:
      'Requests, background jobs, the database pool, the event loop and the process, in the text format of ' +
      'Prometheus. With `METRICS_TOKEN` the request needs it as bearer token; without, only this machine may ask. ' +
      'Others get 404. Also at the root, as `/metrics`.',
  })
  @Anonymous()
  @ApiOkResponse({
    description: 'The metrics',
    content: { 'text/plain': { schema: { type: 'string', example: 'nodejs_eventloop_lag_seconds 0.001' } } },
  })
  @ProblemResponses({ 404: 'The requester may not see the metrics' })
  async getMetrics(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // The error of unknown paths, so that a refusal does not reveal the address.
    if (!mayScrape(request, this.config.env.METRICS_TOKEN)) throw new NotFoundException();
    void reply
      .type(this.metrics.contentType)
      .header('Cache-Control', 'no-store')
      .send(await this.metrics.render());
  }
}

/**
 * With a token, it alone decides. Without one, the request must come from this machine and must not have been
 * forwarded: a reverse proxy on this machine has a loopback address too.
 */
export function mayScrape(
  { headers, ip, socket }: Pick<FastifyRequest, 'headers' | 'ip' | 'socket'>,
  token: string | undefined,
): boolean {
  if (token !== undefined) return isEqual(headers.authorization ?? '', `Bearer ${token}`);
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers);
  return !isForwarded && isLoopback(ip) && isLoopback(socket.remoteAddress ?? '');
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** In a time that does not depend on the first difference. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
