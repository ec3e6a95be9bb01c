import { detailOf, NetworkError } from '../../api/problem';
import { messages } from '../../messages/en';

/** The server's own sentence where it sent one, otherwise ours. */
export function failureText(error: unknown, otherwise: string): string {
  return detailOf(error) ?? otherwise;
}

/** Why something did not come, where there is more to say than that it did not. */
export function loadFailureText(error: unknown): string | undefined {
  return error instanceof NetworkError ? messages.common.loadFailedOffline : detailOf(error);
}
