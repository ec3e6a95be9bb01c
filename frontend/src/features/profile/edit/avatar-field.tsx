import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { chooseFiles } from '../../../lib/browser';
import { IMAGE_ACCEPT, IMAGE_TYPES, getTooLargeMessage } from '../../../lib/images';
import { profile } from '../../../messages/en-profile';
import { Avatar } from '../../../ui/avatar';
import { Button } from '../../../ui/button';
import { LocalImage } from '../../../ui/local-image';
import classes from './profile-form.module.css';
import type { AvatarChange } from './use-profile-form';

const text = profile.form;
const ICON = 16;
const SIZE = 80;

interface AvatarFieldProps {
  name: string;
  /** The URL of the user's current avatar. */
  current: string | null;
  change: AvatarChange;
  onChange: (change: AvatarChange) => void;
}

export function AvatarField({ name, current, change, onChange }: AvatarFieldProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  const preview = change === 'remove' ? null : (change ?? current);

  const choose = async () => {
    const [file] = await chooseFiles(IMAGE_ACCEPT);
    if (!file) return;
    const errorText = IMAGE_TYPES.includes(file.type) ? getTooLargeMessage(file) : text.wrongType;
    setError(errorText);
    if (errorText === undefined) onChange(file);
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} className={classes.avatar}>
      {preview instanceof File ? (
        <LocalImage
          file={preview}
          width={SIZE}
          height={SIZE}
          alt={text.avatarWillBe(preview.name)}
          className={classes.newAvatar}
        />
      ) : (
        <Avatar name={name} src={preview} size="lg" />
      )}
      <div>
        <div id={`${id}-label`} className={classes.label}>
          {text.avatar}
        </div>
        <p id={`${id}-hint`} className={classes.hint}>
          {text.avatarHint}
        </p>
        <div className={classes.avatarActs}>
          <Button
            variant="default"
            size="sm"
            icon={<IconPhoto size={ICON} aria-hidden="true" />}
            onClick={() => void choose()}
          >
            {preview === null ? text.chooseAvatar : text.replaceAvatar}
          </Button>
          {preview !== null && (
            <Button
              variant="subtle"
              size="sm"
              icon={<IconTrash size={ICON} aria-hidden="true" />}
              onClick={() => {
                setError(undefined);
                onChange(current === null ? undefined : 'remove');
              }}
            >
              {text.removeAvatar}
            </Button>
          )}
        </div>
        {error && (
          <p role="alert" className={classes.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
