import { IconX } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { messages } from '../../messages/common';
import { IconButton } from '../../ui/button';
import { useModal } from '../../ui/dialogs/dialog';
import classes from './image-zoom.module.css';

interface ImageZoomProps {
  src: string;
  alt: string;
  onClose: () => void;
}

/** An image of a text over the whole page. In the body, because a paragraph contains no dialog. */
export function ImageZoom({ src, alt, onClose }: ImageZoomProps) {
  const dialog = useModal();
  const label = alt || messages.markdown.enlarged;
  return createPortal(
    <dialog
      ref={dialog}
      aria-modal="true"
      aria-label={label}
      className={classes.zoom}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // The text around the image, of which this is a child in React.
        event.stopPropagation();
        onClose();
      }}
    >
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div className={classes.frame} role="group" aria-label={label} tabIndex={0}>
        <img src={src} alt={alt} />
      </div>
      <IconButton aria-label={messages.common.close} isFramed className={classes.close} data-autofocus>
        <IconX size={20} aria-hidden="true" />
      </IconButton>
    </dialog>,
    document.body,
  );
}
