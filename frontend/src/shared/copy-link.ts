import { copyText } from '../lib/browser';
import { sharing as text } from '../messages/sharing';
import { alert } from '../ui/dialogs/dialogs';
import { toast } from '../ui/toast/toast';

/** Copies an absolute URL; shows it where the browser does not allow copying. */
export async function copyLink(url: string): Promise<void> {
  if (await copyText(url)) toast(text.linkCopied);
  else void alert({ title: text.copyFailedTitle, text: text.copyFailed(url) });
}
