import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { chooseFiles } from '../../../lib/choose-files';
import { PICTURES, PICTURE_TYPES, tooLarge } from '../../../lib/pictures';
import { profile } from '../../../messages/en-profile';
import { Avatar } from '../../../ui/avatar';
import { Button } from '../../../ui/button';
import { LocalPicture } from '../../../ui/local-picture';
import classes from './profile-form.module.css';
import type { AvatarChange } from './profile-values';

const text = profile.form;
const ICON = 16;
const SIZE = 80;

interface AvatarFieldProps {
  name: string;
  /** The address of the avatar the person has. */
  current: string | null;
  change: AvatarChange;
  onChange: (change: AvatarChange) => void;
}

export function AvatarField({ name, current, change, onChange }: AvatarFieldProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  const shown = change === 'remove' ? null : (change ?? current);

  const choose = async () => {
    const [file] = await chooseFiles(PICTURES);
    if (!file) return;
    const refusal = PICTURE_TYPES.includes(file.type) ? tooLarge(file) : text.wrongType;
    setError(refusal);
    if (refusal === undefined) onChange(file);
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} className={classes.avatar}>
      {shown instanceof File ? (
        <LocalPicture
          file={shown}
          width={SIZE}
          height={SIZE}
          alt={text.avatarWillBe(shown.name)}
          className={classes.newAvatar}
        />
      ) : (
        <Avatar name={name} src={shown} size="large" />
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
            look="default"
            size="sm"
            icon={<IconPhoto size={ICON} aria-hidden="true" />}
            onClick={() => void choose()}
          >
            {shown === null ? text.chooseAvatar : text.replaceAvatar}
          </Button>
          {shown !== null && (
            <Button
              look="quiet"
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
