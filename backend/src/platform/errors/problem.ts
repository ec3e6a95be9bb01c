import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, sqlState } from '../database/pg-errors.js';
import { getRequestPath } from '../logging/logger.js';
import { getApiLanguage } from '../language/request-language.js';
import { getTexts, type Localized, type Texts } from '../language/texts.js';
import { DomainError, type ErrorDetails, type ProblemDetails, REQUEST_ABORTED } from './domain-error.js';

/** Titles of the problem documents (RFC 9457). */
export interface Problem extends ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};

interface ProblemContent {
  status: number;
  code: string;
  detail: Localized;
  details?: ErrorDetails;
}

const unexpected: ProblemContent = {
  status: 500,
  code: 'unexpected',
  detail: (texts) => texts.errors.unexpected,
};

export interface DescribeOptions {
  /** The embedded database is read-only only when the volume of DATA_DIR is full. Other databases may be a standby. */
  isDatabaseEmbedded?: boolean;
}

/** Maps an error to a problem. Unexpected errors get one neutral sentence, which reveals no internals. */
export function describe(error: unknown, { isDatabaseEmbedded = false }: DescribeOptions = {}): ProblemContent {
  if (error instanceof DomainError)
    return { status: error.status, code: error.code, detail: error.detail, details: error.details };
  if (isVolumeFull(error) || (isDatabaseEmbedded && sqlState(error) === '25006')) return diskFull;
  if (isDatabaseAway(error) || UNUSABLE.has(sqlState(error) ?? '')) return away;
  return fromDatabase(error) ?? fromFramework(error) ?? unexpected;
}

const away: ProblemContent = {
  status: 503,
  code: 'database_away',
  detail: (texts) => texts.errors.databaseAway,
  details: { retry_after: 2 },
};

const diskFull: ProblemContent = {
  status: 507,
  code: 'disk_full',
  detail: (texts) => texts.errors.diskFull,
};

/** Whether a write failed because the volume is full or its quota is used up. */
function isVolumeFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/**
 * The server responds, but the database is unusable: it is gone, being moved, read-only after a failover, or the
 * password was changed.
 */
const UNUSABLE = new Set(['3D000', '28000', '28P01', '25006', '55000']);

/** Serialisation failure, deadlock, statement timeout, lock timeout. */
const BUSY = new Set(['40001', '40P01', '57014', '55P03']);

function fromDatabase(error: unknown): ProblemContent | undefined {
  const state = sqlState(error);
  if (!state) return undefined;
  if (state === '23505') return { status: 409, code: 'already_exists', detail: (texts) => texts.errors.alreadyExists };
  if (state === '23503') return { status: 409, code: 'in_use', detail: (texts) => texts.errors.inUse };
  if (state.startsWith('22') || state.startsWith('23'))
    return { status: 400, code: 'invalid_value', detail: (texts) => texts.errors.invalidValue };
  if (BUSY.has(state)) return { ...away, code: 'busy' };
  if (state === '53100') return diskFull;
  return undefined;
}

const frameworkSentences: Record<number, [code: string, detail: Localized]> = {
  400: ['bad_request', (texts) => texts.errors.unreadable],
  404: ['not_found', (texts) => texts.errors.noAddress],
  405: ['method_not_allowed', (texts) => texts.errors.notPossibleHere],
  413: ['too_large', (texts) => texts.errors.requestTooLarge],
  415: ['unsupported_media_type', (texts) => texts.errors.unsupportedContent],
};

/**
 * Errors of Nest and Fastify, such as unknown routes and unreadable bodies. Their messages reveal internals and are
 * replaced.
 */
function fromFramework(error: unknown): ProblemContent | undefined {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  const [code, detail] = frameworkSentences[status] ?? ['bad_request', (texts: Texts) => texts.errors.notCarriedOut];
  return { status, code, detail };
}

export function toProblem(content: ProblemContent, requestId: string, texts: Texts): Problem {
  const { status, code, detail } = content;
  const { errors, ...details } = content.details ?? {};
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    detail: detail(texts),
    code,
    ...(errors && { errors: errors.map(({ field, message }) => ({ field, message: message(texts) })) }),
    ...details,
    request_id: requestId,
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** whether `npm start` runs the database, on the volume of DATA_DIR */
    isDatabaseEmbedded: boolean;
  }
  interface FastifyRequest {
    /** whether the client aborted it before it was complete */
    isAborted?: boolean;
  }
}

/** Turns every error into a problem response. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** Client errors are expected; server errors need attention. */
const getLogLevel = (status: number) => (status === 500 ? 'error' : status > 500 ? 'warn' : 'debug');

/** Logs the error as its status demands. @returns what the client may know of it */
export function reportProblem(error: unknown, request: FastifyRequest): Problem {
  const problem = describe(error, { isDatabaseEmbedded: request.server.isDatabaseEmbedded });
  if (problem.code === REQUEST_ABORTED) {
    // Not an error of the server, so one line without a stack.
    request.isAborted = true;
    request.log.debug({ method: request.method, path: getRequestPath(request) }, 'request aborted by its client');
  } else request.log[getLogLevel(problem.status)]({ err: error }, problem.code);
  return toProblem(problem, request.id, getTexts(getApiLanguage(request)));
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = reportProblem(error, request);
  if (reply.sent) return;
  // Fastify closes the connection after a refused body. A client that is still sending would get a connection reset
  // instead of the response; the rest is read by discard().
  if (!request.raw.complete) void reply.removeHeader('connection');
  const retryAfter = problem.retry_after;
  if (retryAfter) void reply.header('Retry-After', String(retryAfter));
  void reply
    .code(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}
