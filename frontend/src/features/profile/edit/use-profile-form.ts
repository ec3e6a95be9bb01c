import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { getErrorText } from '../../../shared/errors/error-text';
import { setFieldErrors } from '../../../shared/forms/field-errors';
import { useUnsavedChangesGuard } from '../../../shared/forms/use-unsaved-changes-guard';
import { useServerErrors } from '../../../shared/forms/use-server-errors';
import { updateCurrentUser } from '../../../shared/session/session';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { toFormValues, type AvatarChange, type ProfileValues } from './profile-values';
import { saveProfile } from './save-profile';

const text = profile.form;

const isWebAddress = (address: string) => address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address));

export function useProfileForm(user: OwnUserResponse, element: RefObject<HTMLFormElement | null>) {
  const queryClient = useQueryClient();
  const { focusFirstError } = useServerErrors(element);
  const [avatar, setAvatar] = useState<AvatarChange>();
  const form = useForm<ProfileValues>({
    initialValues: toFormValues(user),
    validate: {
      name: (value) => (value.trim() === '' ? text.nameRequired : null),
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
  const saving = useMutation({
    mutationFn: (values: ProfileValues) => saveProfile(values, avatar),
    onSuccess: (stored) => {
      // The upload was cancelled.
      if (!stored) return;
      updateCurrentUser(queryClient, stored);
      showStored(stored);
      toast(text.saved);
    },
    onError: (error) => {
      if (setFieldErrors(form, error)) {
        focusFirstError();
        return;
      }
      void alert({ title: text.failed, text: getErrorText(error, text.failedText) });
    },
  });
  return {
    form,
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
