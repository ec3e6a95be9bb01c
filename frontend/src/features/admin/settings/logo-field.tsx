import { IconPhoto, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toApiUrl, stripApiPrefix } from '../../../api/client';
import { getUploadImageUrl } from '../../../api/generated/images/images';
import type { ImageResponse } from '../../../api/generated/model/imageResponse';
import { getErrorText } from '../../../api/problem';
import { getImageError, IMAGE_ACCEPT } from '../../../lib/images';
import { settingsTexts } from '../../../messages/admin-settings';
import { createFormData, uploadWithProgress } from '../../../shared/forms/upload-with-progress';
import { alert } from '../../../ui/dialogs/dialogs';
import { DropArea } from '../../../ui/drop-area';
import classes from './settings.module.css';

const text = settingsTexts.general;
const ICON = 16;

interface LogoFieldProps {
  /** The path of a file; empty for the built-in logo. */
  value: string;
  error?: ReactNode;
  onChange: (path: string) => void;
}

/** Uploads an image; it becomes the logo when the section is saved. */
export function LogoField({ value, error, onChange }: LogoFieldProps) {
  const upload = async (file: File) => {
    try {
      const image = await uploadWithProgress<ImageResponse>({
        title: text.uploadingLogo,
        text: file.name,
        path: getUploadImageUrl(),
        body: createFormData('image', file),
      });
      if (image) onChange(stripApiPrefix(image.url));
    } catch (failure) {
      void alert({ title: text.logoFailedTitle, text: getErrorText(failure, text.logoFailed) });
    }
  };
  return (
    <DropArea
      label={text.logo}
      hint={text.logoHint}
      error={error}
      layout="inline"
      accept={IMAGE_ACCEPT}
      check={(file) => getImageError(file, text.logoWrongType)}
      onSelect={(file) => void upload(file)}
      chooseButton={{
        icon: <IconPhoto size={ICON} aria-hidden="true" />,
        children: value === '' ? text.chooseLogo : text.replaceLogo,
      }}
      removeButton={
        value === ''
          ? undefined
          : {
              icon: <IconTrash size={ICON} aria-hidden="true" />,
              children: text.removeLogo,
              onClick: () => {
                onChange('');
              },
            }
      }
    >
      {value === '' ? (
        <span className={classes.noLogo}>{text.builtInLogo}</span>
      ) : (
        <img src={toApiUrl(value)} alt={text.logoPreview} className={classes.logo} />
      )}
    </DropArea>
  );
}
