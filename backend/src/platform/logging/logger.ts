import type { LoggerService } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { pino, type DestinationStream, type Logger } from 'pino';

/** The injection token of the logger. */
export const LOGGER = Symbol('LOGGER');

/** Properties that may contain secrets; pino redacts them. */
const secrets = [
  'password',
  'new_password',
  'current_password',
  'session_token',
  'session_id',
  'token',
  'code',
  'authorization',
  'cookie',
  'set-cookie',
];
const paths = [...secrets, ...secrets.map((key) => `*.${key}`)];

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths, censor: '[redacted]' },
    base: undefined,
    serializers: {
      err: describeError,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Selected properties only, because database errors reference the connection with its secrets. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, code, cause } = error as Error & { code?: unknown };
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { error_code: code }),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}

/** Writes Nest's messages to the same log. Its start-up messages have level trace. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log(message: unknown, context?: string) {
    this.logger.trace({ context }, String(message));
  }
  warn(message: unknown, context?: string) {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string) {
    this.logger.error({ context, stack }, String(message));
  }
  fatal(message: unknown, context?: string) {
    this.logger.fatal({ context }, String(message));
  }
}

/** The tokens of share links in the addresses of pages, and the grants in those of what the pages load. */
const PATH_SECRET = /(?<=\/(?:s|shared)\/)[\w-]{40,}/;

/**
 * The path of a request without its query string, which may contain search terms or one-time codes, and without the
 * secrets of share links.
 */
export const getRequestPath = ({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>): string =>
  originalUrl.split(/[?#]/, 1)[0]!.replace(PATH_SECRET, '[redacted]');
