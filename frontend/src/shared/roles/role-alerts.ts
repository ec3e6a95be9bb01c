import { roleTexts as text } from '../../messages/roles';
import { getErrorText } from '../../api/problem';
import { alert } from '../../ui/dialogs/dialogs';

/** A fixed sentence with the server's explanation below. */
export function showError(sentence: string, error: unknown): void {
  void alert({ title: sentence, text: getErrorText(error, text.tryAgain) });
}

/** The server's sentence if it sent one, otherwise the fallback. */
export function showErrorDetail(sentence: string, error: unknown): void {
  void alert({ title: text.error, text: getErrorText(error, sentence) });
}
