import { messages } from '../messages/common';
import type { Problem } from './generated/model/problem';

/** All fields are optional, because a proxy may respond with anything. */
type ProblemBody = Partial<Problem>;

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody;

  constructor(status: number, problem: ProblemBody) {
    super(problem.detail ?? `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
  }
}

/** No response: offline, refused or timed out. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Network error', { cause });
    this.name = 'NetworkError';
  }
}

/** The human-readable sentence of the error, if the server sent one. */
export const getErrorDetail = (error: unknown): string | undefined =>
  (error instanceof ApiError && error.problem.detail) || undefined;

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

export function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.problem.code === code;
}

export async function readProblem(response: Response): Promise<ApiError> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = isJson ? await response.json().catch(() => null) : null;
  return new ApiError(response.status, typeof body === 'object' && body !== null ? body : {});
}

/** The server's sentence if it sent one, otherwise the fallback. */
export function getErrorText(error: unknown, fallback: string): string {
  return getErrorDetail(error) ?? fallback;
}

/** The reason why loading failed, if it is known. */
export function getLoadErrorText(error: unknown): string | undefined {
  return error instanceof NetworkError ? messages.common.loadFailedOffline : getErrorDetail(error);
}
