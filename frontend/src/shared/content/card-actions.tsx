import { IconPencil, IconPhoto } from '@tabler/icons-react';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { writing } from '../../messages/en-writing';
import { IconButton, IconLink } from '../../ui/icon-button';
import classes from './content-card.module.css';
import { useThumbnailUpload } from './use-thumbnail-change';

const ICON = 16;

/** Actions of authors and editors, above the link that covers the card. */
export default function CardActions({ document }: { document: DocumentSummaryResponse }) {
  const change = useThumbnailUpload(document);
  return (
    <div className={classes.actions}>
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
