import { ApiError, detailOf, NetworkError } from '../../api/problem';
import { people } from '../../messages/en-people';

const text = people.auth;

/** The sentence for a failed sign-in, in the order the specification gives. */
export function loginFailure(error: unknown): string {
  if (error instanceof NetworkError) return text.networkFailed;
  if (error instanceof ApiError) {
    return error.status === 401 ? text.wrongCredentials : (error.problem.detail ?? text.error(error.message));
  }
  return error instanceof Error && error.message ? text.error(error.message) : text.loginFailed;
}

export function registerFailure(error: unknown): string {
  if (error instanceof NetworkError) return text.networkFailed;
  const detail = detailOf(error);
  if (detail) return detail;
  return error instanceof Error && error.message ? error.message : text.unknownError;
}
