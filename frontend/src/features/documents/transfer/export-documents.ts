import { download } from '../../../api/download';
import { getExportDocumentsUrl } from '../../../api/generated/documents/documents';
import { NetworkError } from '../../../api/problem';
import { formatSize } from '../../../lib/format';
import { saveFile } from '../../../lib/save-file';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { failureText } from '../../../shared/errors/failure-text';
import { alert, progress } from '../../../ui/dialogs/dialogs';

const text = writing.transfer;

/** Everything this person may read, as a ZIP. It is made while it is sent, so only what has come is known. */
export async function exportDocuments(): Promise<void> {
  const cancelling = new AbortController();
  const dialog = progress({
    title: text.exporting,
    text: text.received(formatSize(0)),
    isOpenEnded: true,
    onCancel: () => {
      cancelling.abort();
    },
  });
  try {
    const onBytes = (bytes: number) => {
      dialog.say(text.received(formatSize(bytes)));
    };
    const { file, name } = await download(getExportDocumentsUrl(), { signal: cancelling.signal, onBytes });
    saveFile(file, name ?? text.exportName);
  } catch (error) {
    if (cancelling.signal.aborted) return;
    // An answer that breaks off in the middle is the network's fault, too.
    const isNetwork = error instanceof NetworkError || error instanceof TypeError;
    const reason = isNetwork ? messages.common.loadFailedOffline : failureText(error, text.exportFailed);
    void alert({ title: text.exportFailedTitle, text: reason });
  } finally {
    dialog.close();
  }
}
