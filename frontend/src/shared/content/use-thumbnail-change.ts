import { useQueryClient } from '@tanstack/react-query';
import { getUploadDocumentThumbnailUrl } from '../../api/generated/documents/documents';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import { chooseFiles } from '../../lib/choose-files';
import { IMAGE_ACCEPT } from '../../lib/images';
import { writing } from '../../messages/en-writing';
import { alert } from '../../ui/dialogs/dialogs';
import { toast } from '../../ui/toast/toast';
import { getErrorText } from '../errors/error-text';
import { createFormData, uploadWithProgress } from '../forms/upload-with-progress';
import { updateDocumentCache } from './document-cache';

const text = writing.thumbnail;

/** Lets the user choose an image and replaces the document's thumbnail. */
export function useThumbnailUpload(document: { id: string }): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const [file] = await chooseFiles(IMAGE_ACCEPT);
    if (!file) return;
    try {
      const changed = await uploadWithProgress<DocumentResponse>({
        title: text.uploading,
        text: file.name,
        path: getUploadDocumentThumbnailUrl(document.id),
        body: createFormData('thumbnail', file),
      });
      if (!changed) return;
      toast(text.uploaded);
      await updateDocumentCache(queryClient, changed);
    } catch (error) {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    }
  };
}
