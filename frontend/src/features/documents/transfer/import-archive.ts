import { upload } from '../../../api/files';
import { cancelImport, getImportDocumentsUrl } from '../../../api/generated/documents-writing/documents-writing';
import type { ImportDocumentsResponse } from '../../../api/generated/model/importDocumentsResponse';
import type { ImportProgressResponse } from '../../../api/generated/model/importProgressResponse';
import { ApiError, NetworkError } from '../../../api/problem';
import { writing } from '../../../messages/writing';
import { createFormData } from '../../../shared/forms/upload-with-progress';
import { progress } from '../../../ui/dialogs/dialogs';

const text = writing.transfer;

export interface ImportChoices {
  archive: File;
  /** Folders become categories. */
  folderCategories: boolean;
  publish: boolean;
}

/** An import that was canceled or failed keeps the documents that were created before. */
interface ImportEnd {
  /** Of an import that is complete or was canceled. */
  result?: ImportDocumentsResponse;
  /** Of an import that failed. */
  error?: unknown;
  /** The number of documents done. */
  processed: number;
}

/** Imports an archive under a dialog that shows the upload and then the number of documents done. */
export async function importArchive({ archive, folderCategories, publish }: ImportChoices): Promise<ImportEnd> {
  const cancelling = new AbortController();
  let processed = 0;
  let isUploaded = false;
  let hasStarted = false;
  let isCanceled = false;
  // Once the server has the archive, only its response tells what it created.
  const cancelOnServer = () => {
    cancelImport().catch(() => {
      cancelling.abort();
    });
  };
  const dialog = progress({
    title: text.importing,
    text: text.uploadingArchive(archive.name),
    onCancel: () => {
      if (isCanceled) return;
      isCanceled = true;
      if (!isUploaded) cancelling.abort();
      else {
        dialog.setText(text.canceling);
        if (hasStarted) cancelOnServer();
      }
    },
  });
  const body = createFormData('archive', archive);
  if (folderCategories) body.set('folder_categories', 'true');
  if (publish) body.set('publish', 'true');
  const onUpload = (percent: number) => {
    dialog.update(percent);
    isUploaded = percent === 100;
    if (isUploaded) dialog.setText(text.readingArchive);
  };
  const onLine = (line: ImportProgressResponse) => {
    if (line.total === undefined) return;
    processed = line.processed ?? 0;
    if (isCanceled && !hasStarted) cancelOnServer();
    hasStarted = true;
    if (!isCanceled) dialog.setText(text.documentsDone({ done: processed, total: line.total }));
    dialog.update(line.total === 0 ? 100 : (processed / line.total) * 100);
  };
  try {
    const last = await upload<ImportProgressResponse>(getImportDocumentsUrl(), body, {
      headers: { Accept: 'application/x-ndjson, application/problem+json' },
      signal: cancelling.signal,
      onProgress: onUpload,
      onLine,
    });
    if (last.problem) throw new ApiError(last.problem.status, last.problem);
    // The connection ended before the last line.
    if (!last.result) throw new NetworkError(last);
    return { result: last.result, processed };
  } catch (error) {
    return cancelling.signal.aborted ? { processed } : { error, processed };
  } finally {
    dialog.close();
  }
}
