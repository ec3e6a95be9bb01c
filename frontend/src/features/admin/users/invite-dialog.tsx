import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { NewInvitationResponse } from '../../../api/generated/model/newInvitationResponse';
import { createInvitation } from '../../../api/generated/users/users';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/en';
import { peopleTexts } from '../../../messages/en-admin-people';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { refreshQueries } from '../../../shared/query-client';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { SecretDialog } from '../../../shared/secret-dialog/secret-dialog';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { SelectField } from '../../../ui/fields';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import { invitationsKey } from './queries';
import classes from './users.module.css';

const text = peopleTexts.invite;

/** The link of an invitation that the hub cannot mail. */
export function InvitationLinkDialog({ email, url, onClose }: { email: string; url: string; onClose: () => void }) {
  return (
    <SecretDialog
      title={text.linkTitle}
      text={text.linkText(email)}
      secret={url}
      copyLabel={peopleTexts.copyLink}
      onClose={onClose}
    />
  );
}

interface InviteDialogProps {
  /** Shows the link, where there is one. */
  onInvited: (invitation: NewInvitationResponse) => void;
  onClose: () => void;
}

export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const queryClient = useQueryClient();
  const roles = useRoleOptions().filter(({ value }) => value !== 'ADMIN');
  const form = useForm({
    initialValues: { email: '', role: 'VIEWER' },
    validate: { email: (email) => (email.trim() === '' ? text.emailRequired : null) },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => createInvitation(values),
    onSuccess: async (invitation) => {
      await refreshQueries(queryClient, invitationsKey);
      onInvited(invitation);
      if (invitation.url === null) toast(text.sent(invitation.email));
    },
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  return (
    <Dialog title={text.title} text={text.text} onClose={onClose}>
      <form {...formProps} className={classes.dialogForm}>
        <FormError text={formError} />
        <TextInput
          data-autofocus
          label={text.email}
          {...requiredProps}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <SelectField label={text.role} data={roles} {...form.getInputProps('role')} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
