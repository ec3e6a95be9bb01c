import { IconPencil, IconPhoto } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getUploadDocumentThumbnailUrl } from '../../api/generated/documents-writing/documents-writing';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import type { VideoResponse } from '../../api/generated/model/videoResponse';
import { getUploadVideoThumbnailUrl } from '../../api/generated/videos-writing/videos-writing';
import { getErrorText } from '../../api/problem';
import { chooseFiles } from '../../lib/browser';
import { IMAGE_ACCEPT } from '../../lib/images';
import { writing } from '../../messages/writing';
import { IconButton, IconLink } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { toast } from '../../ui/toast/toast';
import { createFormData, uploadWithProgress } from '../forms/upload-with-progress';
import { updateVideoCache } from './video-cache';
import { updateDocumentCache } from './document-cache';
import classes from './content-card.module.css';

const text = writing.thumbnail;

interface CardActionsProps {
  item: { id: string; title: string };
  kind: ContentKind;
}

/** Lets the user choose an image and replaces the item's thumbnail. */
function useThumbnailUpload({ item, kind }: CardActionsProps): () => Promise<void> {
  const queryClient = useQueryClient();
  const isVideo = kind === 'video';
  return async () => {
    const [file] = await chooseFiles(IMAGE_ACCEPT);
    if (!file) return;
    const upload = <T,>(path: string) =>
      uploadWithProgress<T>({
        title: text.uploading,
        text: file.name,
        path,
        body: createFormData('thumbnail', file),
      });
    try {
      if (isVideo) {
        const changed = await upload<VideoResponse>(getUploadVideoThumbnailUrl(item.id));
        if (!changed) return;
        toast(text.uploaded);
        await updateVideoCache(queryClient, changed);
      } else {
        const changed = await upload<DocumentResponse>(getUploadDocumentThumbnailUrl(item.id));
        if (!changed) return;
        toast(text.uploaded);
        await updateDocumentCache(queryClient, changed);
      }
    } catch (error) {
      void alert({ title: text.failedTitle, text: getErrorText(error, isVideo ? text.videoFailed : text.failed) });
    }
  };
}

const ICON = 16;

/** Actions of authors and editors, above the link that covers the card. */
export default function CardActions({ item, kind }: CardActionsProps) {
  const change = useThumbnailUpload({ item, kind });
  return (
    <div className={classes.actions} data-hover>
      <IconButton
        isFramed
        aria-label={text.changeNamed(item.title)}
        onClick={() => {
          void change();
        }}
      >
        <IconPhoto size={ICON} aria-hidden="true" />
      </IconButton>
      <IconLink
        to={kind === 'video' ? '/videos/$id/edit' : '/docs/$id/edit'}
        params={{ id: item.id }}
        isFramed
        aria-label={text.editNamed(item.title)}
      >
        <IconPencil size={ICON} aria-hidden="true" />
      </IconLink>
    </div>
  );
}
