import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useId, useState, type DragEvent } from 'react';
import { chooseFiles } from '../../lib/browser';
import { IMAGE_ACCEPT, IMAGE_TYPES, THUMBNAIL_SIZE, getTooLargeMessage } from '../../lib/images';
import { writing } from '../../messages/en-writing';
import { Button } from '../../ui/button';
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
  const id = useId();
  const [error, setError] = useState<string>();
  const [isDragOver, setDragOver] = useState(false);
  const preview = change === 'remove' ? null : (change ?? current);

  const selectFile = (file: File | undefined) => {
    if (!file) return;
    const errorText = IMAGE_TYPES.includes(file.type) ? getTooLargeMessage(file) : text.wrongType;
    setError(errorText);
    if (errorText === undefined) onChange(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    selectFile(event.dataTransfer.files[0]);
  };

  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <div id={`${id}-label`} className={classes.label}>
        {text.label}
      </div>
      <div
        className={classes.frame}
        data-empty={preview === null || undefined}
        data-wide={isWide || undefined}
        data-dragover={isDragOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDragOver(true);
        }}
        onDragLeave={() => {
          setDragOver(false);
        }}
        onDrop={drop}
      >
        {preview instanceof File && (
          <LocalImage file={preview} {...THUMBNAIL_SIZE} alt={text.previewOf(preview.name)} className={classes.image} />
        )}
        {typeof preview === 'string' && (
          <img src={preview} {...THUMBNAIL_SIZE} alt={text.preview} className={classes.image} />
        )}
        {preview === null && <span className={classes.empty}>{text.dropHere}</span>}
      </div>
      <p id={`${id}-hint`} className={classes.hint}>
        {hint}
      </p>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          icon={<IconPhoto size={ICON} aria-hidden="true" />}
          onClick={() => {
            void chooseFiles(IMAGE_ACCEPT).then(([file]) => {
              selectFile(file);
            });
          }}
        >
          {preview === null ? text.choose : text.replace}
        </Button>
        {preview !== null && (
          <Button
            variant="subtle"
            size="sm"
            icon={<IconTrash size={ICON} aria-hidden="true" />}
            onClick={() => {
              onChange(current === null ? undefined : 'remove');
            }}
          >
            {text.remove}
          </Button>
        )}
      </div>
    </div>
  );
}
