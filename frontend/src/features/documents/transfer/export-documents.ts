import { download } from '../../../api/download';
import { getExportDocumentsUrl } from '../../../api/generated/documents/documents';
import { NetworkError } from '../../../api/problem';
import { formatSize } from '../../../lib/format';
import { saveFile } from '../../../lib/save-file';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { getErrorText } from '../../../shared/errors/error-text';
import { alert, progress } from '../../../ui/dialogs/dialogs';

const text = writing.transfer;

/** Downloads all documents visible to the user as a ZIP. It is streamed, so its total size is unknown. */
export async function exportDocuments(): Promise<void> {
  const cancelling = new AbortController();
  const dialog = progress({
    title: text.exporting,
    text: text.received(formatSize(0)),
    isIndeterminate: true,
    onCancel: () => {
      cancelling.abort();
    },
  });
  try {
    const onBytes = (bytes: number) => {
      dialog.setText(text.received(formatSize(bytes)));
    };
    const { file, name } = await download(getExportDocumentsUrl(), { signal: cancelling.signal, onBytes });
    saveFile(file, name ?? text.exportName);
  } catch (error) {
    if (cancelling.signal.aborted) return;
    // A TypeError means that the connection broke during the response.
    const isNetwork = error instanceof NetworkError || error instanceof TypeError;
    const reason = isNetwork ? messages.common.loadFailedOffline : getErrorText(error, text.exportFailed);
    void alert({ title: text.exportFailedTitle, text: reason });
  } finally {
    dialog.close();
  }
}
