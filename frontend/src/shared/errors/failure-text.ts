import { ApiError } from '../../api/problem';

/** The server's own sentence where it sent one, otherwise ours. */
export function failureText(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.problem.detail ? error.problem.detail : otherwise;
}
