import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { Controller, Get, NotFoundException, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Anonymous } from '../access/decorators.js';
import { Config } from '../config/config.js';
import { ProblemResponses } from '../errors/problem.dto.js';
import { Metrics } from '../monitoring/metrics.js';

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
