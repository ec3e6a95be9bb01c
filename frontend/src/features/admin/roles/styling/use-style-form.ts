import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import type { RoleStyleSavedResponse } from '../../../../api/generated/model/roleStyleSavedResponse';
import { resetRoleStyling, updateRoleStyling } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { applyProblem } from '../../../../shared/forms/apply-problem';
import { useRefusal } from '../../../../shared/forms/use-refusal';
import { confirm } from '../../../../ui/dialogs/dialogs';
import { tellFailure, tellSuccess } from '../../../../shared/role-acts';
import { afterRolesChange, stylesQuery } from '../queries';
import { styleRules, valuesOf, type StyleValues } from './style-values';

const text = roleTexts.styling;

export interface StyleFormProps {
  style: RoleStyleResponse;
  /** what was changed and not saved */
  draft?: StyleValues;
  onDraft: (draft: StyleValues | undefined) => void;
  /** begin anew from what is saved */
  onForget: () => void;
}

/** Edits, saves and resets the style of one role. */
export function useStyleForm({ style, draft, onDraft, onForget }: StyleFormProps) {
  const { role } = style;
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const { refuse } = useRefusal(element);
  const saved = valuesOf(style);
  const form = useForm<StyleValues>({
    initialValues: draft ?? saved,
    validate: styleRules,
    onValuesChange: (values) => {
      onDraft(JSON.stringify(values) === JSON.stringify(saved) ? undefined : values);
    },
  });
  const accept = async ({ role_style }: RoleStyleSavedResponse, sentence: string) => {
    queryClient.setQueryData(
      stylesQuery.queryKey,
      (before) =>
        before && { role_styles: before.role_styles.map((known) => (known.role === role ? role_style : known)) },
    );
    onForget();
    tellSuccess(sentence);
    await afterRolesChange(queryClient);
  };
  const saving = useMutation({
    mutationFn: (values: StyleValues) => updateRoleStyling(role, values),
    onSuccess: (answer) => accept(answer, text.saved(role)),
    onError: (error) => {
      if (applyProblem(form, error)) refuse();
      else tellFailure(text.saveFailed(role), error);
    },
  });
  const resetting = useMutation({
    mutationFn: () => resetRoleStyling(role),
    onSuccess: (answer) => accept(answer, answer.message),
    onError: (error) => {
      tellFailure(text.resetFailed(role), error);
    },
  });
  const reset = async () => {
    const sure = await confirm({
      title: text.resetTitle(role),
      text: text.resetText,
      confirmLabel: text.resetConfirm,
      destructive: true,
    });
    if (sure) resetting.mutate();
  };
  const submit = form.onSubmit((values) => {
    saving.mutate(values);
  }, refuse);
  return { form, formProps: { ref: element, noValidate: true, onSubmit: submit }, reset, saving, resetting };
}
