import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX } from '@hub/shared/limits';
import { createGroup, updateGroup } from '../../../api/generated/groups/groups';
import type { GroupResponse } from '../../../api/generated/model/groupResponse';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { groupTexts as text } from '../../../messages/groups';
import { checkLength } from '../../../shared/forms/check-length';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { groupsKey } from '../../../shared/groups/queries';
import { refreshQueries } from '../../../shared/query-client';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import classes from './groups.module.css';

interface GroupDialogProps {
  /** The group to edit; absent to create one. */
  group?: GroupResponse;
  onCreated: (group: GroupResponse) => void;
  onClose: () => void;
}

export function GroupDialog({ group, onCreated, onClose }: GroupDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: group?.name ?? '', description: group?.description ?? '' },
    validate: {
      name: (value) => (value.trim() ? checkLength(value, GROUP_NAME_MAX) : text.nameRequired),
      description: (value) => checkLength(value, GROUP_DESCRIPTION_MAX),
    },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: ({ name, description }) => {
      const request = { name: name.trim(), description: description.trim() };
      return group ? updateGroup(group.id, request) : createGroup(request);
    },
    onSuccess: async (saved) => {
      await refreshQueries(queryClient, groupsKey);
      onClose();
      toast(group ? text.updated : text.created);
      if (!group) onCreated(saved);
    },
    getErrorText: (error) => getErrorText(error, group ? text.updateFailed : text.createFailed),
  });
  return (
    <Dialog title={group ? text.editTitle : text.create} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <TextInput data-autofocus label={text.name} {...requiredProps} {...form.getInputProps('name')} />
        <Textarea label={text.description} rows={2} {...form.getInputProps('description')} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {group ? text.save : text.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
