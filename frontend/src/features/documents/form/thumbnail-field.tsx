import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useId, useState, type DragEvent } from 'react';
import { chooseFiles } from '../../../lib/choose-files';
import { PICTURES, PICTURE_TYPES, THUMBNAIL, tooLarge } from '../../../lib/pictures';
import { writing } from '../../../messages/en-writing';
import { Button } from '../../../ui/button';
import { LocalPicture } from '../../../ui/local-picture';
import classes from './thumbnail-field.module.css';
import type { ThumbnailChange } from './use-send';

const text = writing.thumbnail;
const ICON = 16;

export interface ThumbnailFieldProps {
  /** The address of the picture the document has. */
  current: string | null;
  change: ThumbnailChange;
  onChange: (change: ThumbnailChange) => void;
}

export function ThumbnailField({ current, change, onChange }: ThumbnailFieldProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  const [isOver, setOver] = useState(false);
  const shown = change === 'remove' ? null : (change ?? current);

  const take = (file: File | undefined) => {
    if (!file) return;
    const refusal = PICTURE_TYPES.includes(file.type) ? tooLarge(file) : text.wrongType;
    setError(refusal);
    if (refusal === undefined) onChange(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <div id={`${id}-label`} className={classes.label}>
        {text.label}
      </div>
      <div
        className={classes.frame}
        data-empty={shown === null || undefined}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => {
          setOver(false);
        }}
        onDrop={drop}
      >
        {shown instanceof File && (
          <LocalPicture file={shown} {...THUMBNAIL} alt={text.previewOf(shown.name)} className={classes.image} />
        )}
        {typeof shown === 'string' && <img src={shown} {...THUMBNAIL} alt={text.preview} className={classes.image} />}
        {shown === null && <span className={classes.empty}>{text.dropHere}</span>}
      </div>
      <p id={`${id}-hint`} className={classes.hint}>
        {text.hint}
      </p>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.acts}>
        <Button
          look="default"
          size="sm"
          icon={<IconPhoto size={ICON} aria-hidden="true" />}
          onClick={() => {
            void chooseFiles(PICTURES).then(([file]) => {
              take(file);
            });
          }}
        >
          {shown === null ? text.choose : text.replace}
        </Button>
        {shown !== null && (
          <Button
            look="quiet"
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
