import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { IMAGE_ACCEPT, THUMBNAIL_SIZE, getImageError } from '../../lib/images';
import { writing } from '../../messages/writing';
import { DropArea } from '../../ui/drop-area';
import { LocalImage } from '../../ui/local-image';
import classes from './thumbnail-field.module.css';
import type { ThumbnailChange } from './item-kind';

const text = writing.thumbnail;
const ICON = 16;

export interface ThumbnailFieldProps {
  /** The URL of the item's current thumbnail. */
  current: string | null;
  change: ThumbnailChange;
  /** The recommended size. */
  hint?: string;
  /** Wide images are 16:9, others 2:1. */
  isWide?: boolean;
  onChange: (change: ThumbnailChange) => void;
}

export function ThumbnailField({ current, change, hint = text.hint, isWide = false, onChange }: ThumbnailFieldProps) {
  const preview = change === 'remove' ? null : (change ?? current);
  return (
    <DropArea
      label={text.label}
      hint={hint}
      isEmpty={preview === null}
      frameClassName={isWide ? `${classes.frame} ${classes.wide}` : classes.frame}
      accept={IMAGE_ACCEPT}
      check={(file) => getImageError(file, text.wrongType)}
      onSelect={onChange}
      chooseButton={{
        icon: <IconPhoto size={ICON} aria-hidden="true" />,
        children: preview === null ? text.choose : text.replace,
      }}
      removeButton={
        preview === null
          ? undefined
          : {
              icon: <IconTrash size={ICON} aria-hidden="true" />,
              children: text.remove,
              onClick: () => {
                onChange(current === null ? undefined : 'remove');
              },
            }
      }
    >
      {preview instanceof File && (
        <LocalImage file={preview} {...THUMBNAIL_SIZE} alt={text.previewOf(preview.name)} className={classes.image} />
      )}
      {typeof preview === 'string' && (
        <img src={preview} {...THUMBNAIL_SIZE} alt={text.preview} className={classes.image} />
      )}
      {preview === null && <span className={classes.empty}>{text.dropHere}</span>}
    </DropArea>
  );
}
