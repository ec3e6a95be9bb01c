import { IconDots, IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { download } from '../../../api/files';
import { getExportDocumentsUrl } from '../../../api/generated/documents/documents';
import type { ImportDocumentsResponse } from '../../../api/generated/model/importDocumentsResponse';
import { getErrorText, NetworkError } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { formatSize } from '../../../lib/format';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { useCan } from '../../../shared/session/session';
import { IconButton } from '../../../ui/button';
import { alert, progress } from '../../../ui/dialogs/dialogs';
import { Menu, MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast/toast';
import type { ImportChoices } from './import-archive';

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

/** Imports an archive; passes the result of each file to `onDone`. */
function useImport(onDone: (result: ImportDocumentsResponse) => void): (choices: ImportChoices) => Promise<void> {
  const queryClient = useQueryClient();
  return async (choices) => {
    const { importArchive } = await import('./import-archive');
    const { result, error, processed } = await importArchive(choices);
    if (result?.canceled) toast(text.importCanceled(result.created.length));
    else if (result) onDone(result);
    else if (error === undefined) toast(text.importCanceled(processed));
    else {
      const title = processed === 0 ? text.importFailedTitle : text.importStoppedTitle(processed);
      void alert({ title, text: getErrorText(error, text.importFailed) });
    }
    await refreshDocumentLists(queryClient);
  };
}

const ImportDialog = lazy(() => import('./import-dialog'));
const ImportResult = lazy(() => import('./import-result'));
const ICON = 16;

/** Export and import of documents, for signed-in users. */
export default function TransferMenu() {
  const canCreate = useCan('content.create');
  const [isChoosing, setChoosing] = useState(false);
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
              setChoosing(true);
            }}
          >
            {text.importMarkdown}
          </MenuItem>
        )}
      </Menu>
      {isChoosing && (
        <Suspense>
          <ImportDialog
            onImport={(choices) => {
              setChoosing(false);
              void importArchive(choices);
            }}
            onClose={() => {
              setChoosing(false);
            }}
          />
        </Suspense>
      )}
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
