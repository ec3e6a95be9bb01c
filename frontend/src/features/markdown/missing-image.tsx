import { IconPhotoOff } from '@tabler/icons-react';
import { messages } from '../../messages/common';
import classes from './markdown.module.css';

/** In place of an image that is gone. */
export function MissingImage({ alt }: { alt: string }) {
  return (
    <span className={classes.missingImage}>
      <IconPhotoOff size={18} stroke={1.75} aria-hidden="true" />
      {alt ? messages.markdown.missingImage(alt) : messages.markdown.missingImageUnnamed}
    </span>
  );
}
