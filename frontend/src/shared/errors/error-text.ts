import { getErrorDetail, NetworkError } from '../../api/problem';
import { messages } from '../../messages/en';

/** The server's sentence if it sent one, otherwise the fallback. */
export function getErrorText(error: unknown, fallback: string): string {
  return getErrorDetail(error) ?? fallback;
}

/** The reason why loading failed, if it is known. */
export function getLoadErrorText(error: unknown): string | undefined {
  return error instanceof NetworkError ? messages.common.loadFailedOffline : getErrorDetail(error);
}
