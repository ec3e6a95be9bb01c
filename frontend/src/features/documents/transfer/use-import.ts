import { useQueryClient } from '@tanstack/react-query';
import { getImportDocumentsUrl } from '../../../api/generated/documents/documents';
import type { ImportDocumentsResponse } from '../../../api/generated/model/importDocumentsResponse';
import { chooseFiles } from '../../../lib/choose-files';
import { writing } from '../../../messages/en-writing';
import { afterChange } from '../../../shared/content/document-cache';
import { failureText } from '../../../shared/errors/failure-text';
import { formWith, uploadWithProgress } from '../../../shared/uploads/upload-with-progress';
import { alert } from '../../../ui/dialogs/dialogs';

const text = writing.transfer;

/** Asks for a ZIP of Markdown and sends it; hands on what became of each file in it. */
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
        body: formWith('archive', archive),
      });
      if (!result) return;
      onDone(result);
      await afterChange(queryClient);
    } catch (error) {
      void alert({ title: text.importFailedTitle, text: failureText(error, text.importFailed) });
    }
  };
}
