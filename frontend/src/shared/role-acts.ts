import { roleTexts as text } from '../messages/en-roles';
import { failureText } from './errors/failure-text';
import { alert } from '../ui/dialogs/dialogs';

/** Acts on roles are confirmed by a dialog: they concern what other people may do. */
export function tellSuccess(sentence: string): void {
  void alert({ title: text.success, text: sentence });
}

/** The sentence that is always the same, and below it what the server says. */
export function tellFailure(sentence: string, error: unknown): void {
  void alert({ title: sentence, text: failureText(error, text.tryAgain) });
}

/** The server's own sentence where it sent one, otherwise ours. */
export function tellDetail(sentence: string, error: unknown): void {
  void alert({ title: text.error, text: failureText(error, sentence) });
}
