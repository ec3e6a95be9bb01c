import { getUpdateProfileUrl, updateProfile } from '../../../api/generated/profile/profile';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { formWith, uploadWithProgress } from '../../../shared/uploads/upload-with-progress';
import type { AvatarChange, ProfileValues } from './profile-values';

/** A form carries texts only, so lists and objects go as JSON. */
function sendWithAvatar(values: ProfileValues, avatar: File): Promise<OwnUserResponse | undefined> {
  const body = formWith('avatar', avatar);
  for (const [name, value] of Object.entries(values)) {
    body.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return uploadWithProgress<OwnUserResponse>({
    title: profile.form.uploading,
    text: avatar.name,
    path: getUpdateProfileUrl(),
    method: 'PUT',
    body,
  });
}

/** Answers undefined when the upload was cancelled. */
export async function sendProfile(values: ProfileValues, avatar: AvatarChange): Promise<OwnUserResponse | undefined> {
  if (avatar instanceof File) return sendWithAvatar(values, avatar);
  return updateProfile(avatar === 'remove' ? { ...values, avatar_url: '' } : values);
}
