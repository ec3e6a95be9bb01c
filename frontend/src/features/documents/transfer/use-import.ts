import { useQueryClient } from '@tanstack/react-query';
import { getImportDocumentsUrl } from '../../../api/generated/documents/documents';
import type { ImportDocumentsResponse } from '../../../api/generated/model/importDocumentsResponse';
import { chooseFiles } from '../../../lib/choose-files';
import { writing } from '../../../messages/en-writing';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { getErrorText } from '../../../shared/errors/error-text';
import { createFormData, uploadWithProgress } from '../../../shared/forms/upload-with-progress';
import { alert } from '../../../ui/dialogs/dialogs';

const text = writing.transfer;

/** Lets the user choose a ZIP of Markdown files and imports it; passes the result of each file to `onDone`. */
export function useImport(onDone: (result: ImportDocumentsResponse) => void): () => Promise<void> {
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
