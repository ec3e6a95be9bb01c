import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { IMAGE_ACCEPT, getImageError } from '../../../lib/images';
import { profile } from '../../../messages/profile';
import { Avatar } from '../../../ui/avatar';
import { DropArea } from '../../../ui/drop-area';
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
  const preview = change === 'remove' ? null : (change ?? current);
  return (
    <DropArea
      label={text.avatar}
      hint={text.avatarHint}
      layout="beside"
      accept={IMAGE_ACCEPT}
      check={(file) => getImageError(file, text.wrongType)}
      onSelect={onChange}
      chooseButton={{
        icon: <IconPhoto size={ICON} aria-hidden="true" />,
        children: preview === null ? text.chooseAvatar : text.replaceAvatar,
      }}
      removeButton={
        preview === null
          ? undefined
          : {
              icon: <IconTrash size={ICON} aria-hidden="true" />,
              children: text.removeAvatar,
              onClick: () => {
                onChange(current === null ? undefined : 'remove');
              },
            }
      }
    >
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
    </DropArea>
  );
}
