import { IconPencil, IconPhoto } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getUploadDocumentThumbnailUrl } from '../../api/generated/documents/documents';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { getErrorText } from '../../api/problem';
import { chooseFiles } from '../../lib/browser';
import { IMAGE_ACCEPT } from '../../lib/images';
import { writing } from '../../messages/en-writing';
import { IconButton, IconLink } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { toast } from '../../ui/toast/toast';
import { createFormData, uploadWithProgress } from '../forms/upload-with-progress';
import { updateDocumentCache } from './document-cache';
import classes from './content-card.module.css';

const text = writing.thumbnail;

/** Lets the user choose an image and replaces the document's thumbnail. */
function useThumbnailUpload(document: { id: string }): () => Promise<void> {
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

const ICON = 16;

/** Actions of authors and editors, above the link that covers the card. */
export default function CardActions({ document }: { document: DocumentSummaryResponse }) {
  const change = useThumbnailUpload(document);
  return (
    <div className={classes.actions} data-hover>
      <IconButton
        isFramed
        aria-label={writing.thumbnail.changeNamed(document.title)}
        onClick={() => {
          void change();
        }}
      >
        <IconPhoto size={ICON} aria-hidden="true" />
      </IconButton>
      <IconLink
        to="/docs/$id/edit"
        params={{ id: document.id }}
        isFramed
        aria-label={writing.thumbnail.editNamed(document.title)}
      >
        <IconPencil size={ICON} aria-hidden="true" />
      </IconLink>
    </div>
  );
}
