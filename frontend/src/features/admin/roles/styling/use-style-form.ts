import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import type { RoleStyleSavedResponse } from '../../../../api/generated/model/roleStyleSavedResponse';
import { resetRoleStyling, updateRoleStyling } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { setFieldErrors } from '../../../../shared/forms/field-errors';
import { useServerErrors } from '../../../../shared/forms/use-server-errors';
import { confirm } from '../../../../ui/dialogs/dialogs';
import { showError, showSuccess } from '../../../../shared/roles/role-dialogs';
import { refreshRoleQueries, stylesQuery } from '../queries';
import { styleRules, toFormValues, type StyleValues } from './style-values';

const text = roleTexts.styling;

export interface StyleFormProps {
  style: RoleStyleResponse;
  /** unsaved values */
  draft?: StyleValues;
  onDraftChange: (draft: StyleValues | undefined) => void;
  /** called to remount the form with the saved values */
  onReset: () => void;
}

/** Edits, saves and resets the style of one role. */
export function useStyleForm({ style, draft, onDraftChange, onReset }: StyleFormProps) {
  const { role } = style;
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const { focusFirstError } = useServerErrors(element);
  const saved = toFormValues(style);
  const form = useForm<StyleValues>({
    initialValues: draft ?? saved,
    validate: styleRules,
    onValuesChange: (values) => {
      onDraftChange(JSON.stringify(values) === JSON.stringify(saved) ? undefined : values);
    },
  });
  const accept = async ({ role_style }: RoleStyleSavedResponse, sentence: string) => {
    queryClient.setQueryData(
      stylesQuery.queryKey,
      (before) =>
        before && { role_styles: before.role_styles.map((known) => (known.role === role ? role_style : known)) },
    );
    onReset();
    showSuccess(sentence);
    await refreshRoleQueries(queryClient);
  };
  const saving = useMutation({
    mutationFn: (values: StyleValues) => updateRoleStyling(role, values),
    onSuccess: (response) => accept(response, text.saved(role)),
    onError: (error) => {
      if (setFieldErrors(form, error)) focusFirstError();
      else showError(text.saveFailed(role), error);
    },
  });
  const resetting = useMutation({
    mutationFn: () => resetRoleStyling(role),
    onSuccess: (response) => accept(response, response.message),
    onError: (error) => {
      showError(text.resetFailed(role), error);
    },
  });
  const reset = async () => {
    const sure = await confirm({
      title: text.resetTitle(role),
      text: text.resetText,
      confirmLabel: text.resetConfirm,
      isDestructive: true,
    });
    if (sure) resetting.mutate();
  };
  const submit = form.onSubmit((values) => {
    saving.mutate(values);
  }, focusFirstError);
  return { form, formProps: { ref: element, noValidate: true, onSubmit: submit }, reset, saving, resetting };
}
