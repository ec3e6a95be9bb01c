import { TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import type { RoleStyleSavedResponse } from '../../../../api/generated/model/roleStyleSavedResponse';
import { resetRoleStyling, updateRoleStyling } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/roles';
import { setFieldErrors, useServerErrors } from '../../../../shared/forms/use-form-submit';
import { showError } from '../../../../shared/roles/role-alerts';
import { getStyledRoleName } from '../../../../shared/roles/roles';
import { useActionMutation } from '../../../../shared/use-action-mutation';
import { Button } from '../../../../ui/button';
import { confirm } from '../../../../ui/dialogs/dialogs';
import { ColorField, SelectField } from '../../../../ui/fields';
import '../../../../ui/styles/forms';
import { Toggle } from '../../../../ui/toggle';
import { toast } from '../../../../ui/toast/toast';
import { refreshRoleQueries, stylesQuery } from '../queries';
import shared from '../roles.module.css';
import { StylePreview } from './style-preview';
import { styleRules, type StyleValues, toFormValues, weightOptions } from './style-values';
import classes from './styling.module.css';

const text = roleTexts.styling;

interface StyleFormProps {
  style: RoleStyleResponse;
  /** Unsaved values. */
  draft?: StyleValues;
  onDraftChange: (draft: StyleValues | undefined) => void;
  /** Called to remount the form with the saved values. */
  onReset: () => void;
}

/** Edits, saves and resets the style of one role. */
function useStyleForm({ style, draft, onDraftChange, onReset }: StyleFormProps) {
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
    toast(sentence);
    await refreshRoleQueries(queryClient);
  };
  const saving = useActionMutation({
    mutationFn: (values: StyleValues) => updateRoleStyling(role, values),
    onSuccess: (response) => accept(response, text.saved(role)),
    onError: (error) => {
      if (setFieldErrors(form, error)) focusFirstError();
      else showError(text.saveFailed(role), error);
    },
  });
  const resetting = useActionMutation({
    mutationFn: () => resetRoleStyling(role),
    onSuccess: (response) => accept(response, response.message),
    onError: (error) => {
      showError(text.resetFailed(role), error);
    },
  });
  const reset = async () => {
    const sure = await confirm({
      title: text.resetTitle(getStyledRoleName(style)),
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

interface StyleFieldsProps {
  form: UseFormReturnType<StyleValues>;
  /** While saving, because later input would be lost. */
  disabled: boolean;
}

/** The values of a badge style: colors, lengths and names, never CSS. */
function StyleFields({ form, disabled }: StyleFieldsProps) {
  const field = (name: keyof StyleValues) => form.getInputProps(name);
  return (
    <fieldset aria-label={text.badge} disabled={disabled} className={classes.fields}>
      <TextInput label={text.displayName} description={text.displayNameHint} {...field('display_name')} />
      <div className={classes.pair}>
        <ColorField label={text.background} pickerLabel={text.pickBackground} {...field('background_color')} />
        <ColorField label={text.text} pickerLabel={text.pickText} {...field('text_color')} />
      </div>
      <div className={classes.pair}>
        <ColorField
          label={text.border}
          description={text.borderHint}
          pickerLabel={text.pickBorder}
          {...field('border_color')}
        />
        <TextInput label={text.radius} description={text.radiusHint} {...field('border_radius')} />
      </div>
      <div className={classes.pair}>
        <SelectField label={text.weight} description={text.weightHint} data={weightOptions} {...field('font_weight')} />
        <TextInput label={text.fontSize} description={text.fontSizeHint} {...field('font_size')} />
      </div>
      <div className={classes.pair}>
        <TextInput label={text.padding} description={text.paddingHint} {...field('padding')} />
        <TextInput label={text.margin} description={text.marginHint} {...field('margin')} />
      </div>
      <TextInput label={text.cssClass} description={text.cssClassHint} {...field('css_class')} />
      <Toggle
        label={text.active}
        description={text.activeHint}
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </fieldset>
  );
}

export function StyleForm(props: StyleFormProps) {
  const { style, draft, onReset } = props;
  const { form, formProps, reset, saving, resetting } = useStyleForm(props);
  const isBusy = saving.isPending || resetting.isPending;
  return (
    <form {...formProps}>
      <div className={shared.columns}>
        <StyleFields form={form} disabled={isBusy} />
        <StylePreview role={style.role} values={form.values} />
      </div>
      <div className={shared.actions}>
        <Button type="submit" isLoading={saving.isPending} disabled={isBusy}>
          {text.save}
        </Button>
        <Button variant="default" isLoading={resetting.isPending} disabled={isBusy} onClick={() => void reset()}>
          {text.reset}
        </Button>
        {draft && !isBusy && (
          <Button variant="subtle" onClick={onReset}>
            {roleTexts.discard}
          </Button>
        )}
      </div>
    </form>
  );
}
