import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { applyProblem } from '../../../shared/forms/apply-problem';
import { useLeaveGuard } from '../../../shared/forms/use-leave-guard';
import { useRefusal } from '../../../shared/forms/use-refusal';
import { updateMe } from '../../../shared/session/session';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { valuesOf, type AvatarChange, type ProfileValues } from './profile-values';
import { sendProfile } from './send-profile';

const text = profile.form;

const isWebAddress = (address: string) => address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address));

export function useProfileForm(user: OwnUserResponse, element: RefObject<HTMLFormElement | null>) {
  const queryClient = useQueryClient();
  const { refuse } = useRefusal(element);
  const [avatar, setAvatar] = useState<AvatarChange>();
  const form = useForm<ProfileValues>({
    initialValues: valuesOf(user),
    validate: {
      name: (value) => (value.trim() === '' ? text.nameRequired : null),
      website: (value) => (isWebAddress(value.trim()) ? null : text.websiteInvalid),
    },
  });
  const isDirty = form.isDirty() || avatar !== undefined;
  useLeaveGuard(isDirty, { title: text.leaveTitle, text: text.leaveText, stay: text.stay, leave: text.leave });

  /** What is stored stands in the fields again, and is the measure of change. */
  const showStored = (stored: OwnUserResponse) => {
    const values = valuesOf(stored);
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    setAvatar(undefined);
  };
  const saving = useMutation({
    mutationFn: (values: ProfileValues) => sendProfile(values, avatar),
    onSuccess: (stored) => {
      // Cancelled on the way.
      if (!stored) return;
      updateMe(queryClient, stored);
      showStored(stored);
      toast(text.saved);
    },
    onError: (error) => {
      if (applyProblem(form, error)) {
        refuse();
        return;
      }
      void alert({ title: text.failed, text: failureText(error, text.failedText) });
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
    }, refuse),
    discard: () => {
      showStored(user);
    },
  };
}
