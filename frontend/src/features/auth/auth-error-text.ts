import { ApiError, getErrorDetail, NetworkError } from '../../api/problem';
import { userTexts } from '../../messages/users';

const text = userTexts.auth;
const textsByCode = new Map<string, string>(Object.entries(userTexts.callback.reasons));

/** The error text of a failed sign-in, checked in the order of the specification. */
export function getLoginErrorText(error: unknown): string {
  if (error instanceof NetworkError) return text.networkFailed;
  if (error instanceof ApiError) {
    return error.status === 401 ? text.wrongCredentials : (error.problem.detail ?? text.error(error.message));
  }
  return error instanceof Error && error.message ? text.error(error.message) : text.loginFailed;
}

export function getRegisterErrorText(error: unknown): string {
  if (error instanceof NetworkError) return text.networkFailed;
  const detail = getErrorDetail(error);
  if (detail) return detail;
  return error instanceof Error && error.message ? error.message : text.unknownError;
}

/** The text for an error code of a sign-in at a provider. */
export function getProviderErrorText(code: string): string {
  return textsByCode.get(code) ?? userTexts.callback.failed;
}
