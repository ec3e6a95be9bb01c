import { getUpdateProfileUrl, updateProfile } from '../../../api/generated/profile/profile';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { createFormData, uploadWithProgress } from '../../../shared/forms/upload-with-progress';
import type { AvatarChange, ProfileValues } from './profile-values';

/** Multipart fields are text, so lists and objects are sent as JSON. */
function uploadWithAvatar(values: ProfileValues, avatar: File): Promise<OwnUserResponse | undefined> {
  const body = createFormData('avatar', avatar);
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

/** Resolves to undefined when the upload was cancelled. */
export async function saveProfile(values: ProfileValues, avatar: AvatarChange): Promise<OwnUserResponse | undefined> {
  if (avatar instanceof File) return uploadWithAvatar(values, avatar);
  return updateProfile(avatar === 'remove' ? { ...values, avatar_url: '' } : values);
}
