import { useForm } from '@mantine/form';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { USER_NAME_MAX } from '@hub/shared/limits';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { getUpdateProfileUrl, updateProfile } from '../../../api/generated/profile/profile';
import { getErrorText } from '../../../api/problem';
import { profile } from '../../../messages/profile';
import { useUnsavedChangesGuard } from '../../../shared/forms/unsaved-changes';
import { createFormData, uploadWithProgress } from '../../../shared/forms/upload-with-progress';
import { checkLength } from '../../../shared/forms/check-length';
import { setFieldErrors, useServerErrors } from '../../../shared/forms/use-form-submit';
import { updateCurrentUser } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

/** Field names match the API, so that the server's field errors map to the fields. */
interface ProfileValues extends Record<string, unknown> {
  name: string;
  bio: string;
  skills: string[];
  location: string;
  website: string;
  signature: string;
  notification_preferences: { email: boolean; in_app: boolean };
}

function toFormValues(user: OwnUserResponse): ProfileValues {
  const { name, bio, skills, location, website, signature, notification_preferences } = user;
  return { name, bio, skills, location, website, signature, notification_preferences };
}

/** A file is the new avatar, 'remove' deletes the current one. */
export type AvatarChange = File | 'remove' | undefined;

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
async function saveProfile(values: ProfileValues, avatar: AvatarChange): Promise<OwnUserResponse | undefined> {
  if (avatar instanceof File) return uploadWithAvatar(values, avatar);
  return updateProfile(avatar === 'remove' ? { ...values, avatar_url: '' } : values);
}

const text = profile.form;

const isWebAddress = (address: string) => address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address));

/** The values that were typed while the others were being saved. */
function pickChanges(sent: ProfileValues, current: ProfileValues): Partial<ProfileValues> {
  const changed = Object.entries(current).filter(([name, value]) => hashKey([value]) !== hashKey([sent[name]]));
  return Object.fromEntries(changed);
}

export function useProfileForm(user: OwnUserResponse, element: RefObject<HTMLFormElement | null>) {
  const queryClient = useQueryClient();
  const { focusFirstError } = useServerErrors(element);
  const [avatar, setAvatar] = useState<AvatarChange>();
  const form = useForm<ProfileValues>({
    initialValues: toFormValues(user),
    validate: {
      name: (value) => (value.trim() === '' ? text.nameRequired : checkLength(value, USER_NAME_MAX)),
      website: (value) => (isWebAddress(value.trim()) ? null : text.websiteInvalid),
    },
  });
  const isDirty = form.isDirty() || avatar !== undefined;
  useUnsavedChangesGuard(isDirty, { title: text.leaveTitle, text: text.leaveText, stay: text.stay, leave: text.leave });

  /** Shows the stored values and makes them the baseline of the dirty check. */
  const showStored = (stored: OwnUserResponse) => {
    const values = toFormValues(stored);
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    setAvatar(undefined);
  };
  const [formError, setFormError] = useState<string | null>(null);
  const saving = useActionMutation({
    mutationFn: (values: ProfileValues) => saveProfile(values, avatar),
    onMutate: () => {
      setFormError(null);
    },
    onSuccess: (stored, sent) => {
      // The upload was cancelled.
      if (!stored) return;
      const typed = pickChanges(sent, form.getValues());
      updateCurrentUser(queryClient, stored);
      showStored(stored);
      form.setValues(typed);
      toast(text.saved);
    },
    onError: (error) => {
      if (setFieldErrors(form, error)) {
        focusFirstError();
        setFormError(text.failed);
        return;
      }
      void alert({ title: text.failed, text: getErrorText(error, text.failedText) });
    },
  });
  return {
    form,
    formError,
    avatar,
    setAvatar,
    isDirty,
    isPending: saving.isPending,
    submit: form.onSubmit((values) => {
      if (!saving.isPending) saving.mutate(values);
    }, focusFirstError),
    discard: () => {
      showStored(user);
    },
  };
}
