import { IconDots, IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { download } from '../../../api/files';
import { getExportDocumentsUrl, getImportDocumentsUrl } from '../../../api/generated/documents/documents';
import type { ImportDocumentsResponse } from '../../../api/generated/model/importDocumentsResponse';
import { getErrorText, NetworkError } from '../../../api/problem';
import { chooseFiles, saveFile } from '../../../lib/browser';
import { formatSize } from '../../../lib/format';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { createFormData, uploadWithProgress } from '../../../shared/forms/upload-with-progress';
import { useCan } from '../../../shared/session/session';
import { IconButton } from '../../../ui/button';
import { alert, progress } from '../../../ui/dialogs/dialogs';
import { Menu, MenuItem } from '../../../ui/menu';

const text = writing.transfer;

/** Downloads all documents visible to the user as a ZIP. It is streamed, so its total size is unknown. */
async function exportDocuments(): Promise<void> {
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

/** Lets the user choose a ZIP of Markdown files and imports it; passes the result of each file to `onDone`. */
function useImport(onDone: (result: ImportDocumentsResponse) => void): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const [archive] = await chooseFiles('.zip,application/zip');
    if (!archive) return;
    try {
      const result = await uploadWithProgress<ImportDocumentsResponse>({
        title: text.importing,
        text: archive.name,
        path: getImportDocumentsUrl(),
        body: createFormData('archive', archive),
      });
      if (result) onDone(result);
      // A cancelled import keeps the documents created so far.
      await refreshDocumentLists(queryClient);
    } catch (error) {
      void alert({ title: text.importFailedTitle, text: getErrorText(error, text.importFailed) });
    }
  };
}

const ImportResult = lazy(() => import('./import-result'));
const ICON = 16;

/** Export and import of documents, for signed-in users. */
export default function TransferMenu() {
  const canCreate = useCan('content.create');
  const [result, setResult] = useState<ImportDocumentsResponse>();
  const importArchive = useImport(setResult);
  return (
    <>
      <Menu
        trigger={
          <IconButton isFramed aria-label={text.menu}>
            <IconDots size={ICON} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<IconDownload size={ICON} aria-hidden="true" />} onSelect={() => void exportDocuments()}>
          {text.exportAll}
        </MenuItem>
        {canCreate && (
          <MenuItem
            icon={<IconUpload size={ICON} aria-hidden="true" />}
            onSelect={() => {
              void importArchive();
            }}
          >
            {text.importMarkdown}
          </MenuItem>
        )}
      </Menu>
      {result && (
        <Suspense>
          <ImportResult
            result={result}
            onClose={() => {
              setResult(undefined);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
