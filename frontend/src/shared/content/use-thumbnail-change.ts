import { useQueryClient } from '@tanstack/react-query';
import { getUploadDocumentThumbnailUrl } from '../../api/generated/documents/documents';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import { chooseFiles } from '../../lib/choose-files';
import { PICTURES } from '../../lib/pictures';
import { writing } from '../../messages/en-writing';
import { alert } from '../../ui/dialogs/dialogs';
import { toast } from '../../ui/toast/toast';
import { failureText } from '../errors/failure-text';
import { formWith, uploadWithProgress } from '../uploads/upload-with-progress';
import { afterSave } from './document-cache';

const text = writing.thumbnail;

/** Asks for a picture and puts it in the place of the one the document has. */
export function useThumbnailChange(document: { id: string }): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const [file] = await chooseFiles(PICTURES);
    if (!file) return;
    try {
      const changed = await uploadWithProgress<DocumentResponse>({
        title: text.uploading,
        text: file.name,
        path: getUploadDocumentThumbnailUrl(document.id),
        body: formWith('thumbnail', file),
      });
      if (!changed) return;
      toast(text.uploaded);
      await afterSave(queryClient, changed);
    } catch (error) {
      void alert({ title: text.failedTitle, text: failureText(error, text.failed) });
    }
  };
}
