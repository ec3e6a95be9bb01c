import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ImportDocumentsResponse } from '../../../api/generated/model/importDocumentsResponse';
import { getErrorText } from '../../../api/problem';
import { writing } from '../../../messages/writing';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import type { ImportChoices } from './import-archive';

const text = writing.transfer;

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

interface DocumentImportProps {
  /** Whether the dialog that chooses the archive is open. */
  isChoosing: boolean;
  onClose: () => void;
}

/** The dialogs of an import: the choice of the archive, and what became of each file. */
export function DocumentImport({ isChoosing, onClose }: DocumentImportProps) {
  const [result, setResult] = useState<ImportDocumentsResponse>();
  const importArchive = useImport(setResult);
  return (
    <>
      {isChoosing && (
        <Suspense>
          <ImportDialog
            onImport={(choices) => {
              onClose();
              void importArchive(choices);
            }}
            onClose={onClose}
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
