import { Textarea, TextInput } from '@mantine/core';
import { type GetInputProps, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import { createCustomRole, updateCustomRole } from '../../../../api/generated/roles/roles';
import { getErrorText } from '../../../../api/problem';
import { isHexColor } from '../../../../lib/color';
import { messages } from '../../../../messages/common';
import { roleTexts } from '../../../../messages/roles';
import { checkLength } from '../../../../shared/forms/check-length';
import { useFormSubmit } from '../../../../shared/forms/use-form-submit';
import { Button } from '../../../../ui/button';
import { Dialog, DialogActions } from '../../../../ui/dialogs/dialog';
import { ColorField } from '../../../../ui/fields';
import { FormError } from '../../../../ui/form-error';
import { requiredProps } from '../../../../ui/styles/forms';
import { toast } from '../../../../ui/toast/toast';
import { refreshRoleQueries } from '../queries';
import { normalizeRoleName } from '@hub/shared/slugs';
import { ROLE_DESCRIPTION_MAX, ROLE_DISPLAY_NAME_MAX, ROLE_PRIORITY_MAX } from '@hub/shared/limits';
import classes from './list.module.css';

const text = roleTexts.roles;

/** The values of the role form. */
interface RoleValues extends Record<string, string> {
  display_name: string;
  description: string;
  color: string;
  priority: string;
}

const newRole: RoleValues = { display_name: '', description: '', color: '#6B7280', priority: '50' };

const roleRules = {
  display_name: (value: string) =>
    value.trim() ? checkLength(value, ROLE_DISPLAY_NAME_MAX) : text.displayNameRequired,
  description: (value: string) => checkLength(value, ROLE_DESCRIPTION_MAX),
  color: (value: string) => (isHexColor(value) ? null : roleTexts.styling.colorWrong),
  priority: (value: string) =>
    /^\d{1,3}$/.test(value.trim()) && Number(value) <= ROLE_PRIORITY_MAX ? null : text.priorityWrong,
};

const toRequest = ({ display_name, description, color, priority }: RoleValues) => ({
  display_name: display_name.trim(),
  description,
  color,
  priority: Number(priority),
});

interface RoleNameFieldProps {
  value?: string;
  error?: ReactNode;
  onChange?: (name: string) => void;
}

/** The internal name, normalized while typing without moving the caret. */
function RoleNameField({ value = '', error, onChange }: RoleNameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);
  return (
    <TextInput
      ref={input}
      data-autofocus
      label={text.name}
      description={text.nameHint}
      {...requiredProps}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.name }}
      value={value}
      error={error}
      onChange={({ currentTarget }) => {
        const { value: rawName, selectionStart } = currentTarget;
        caret.current = normalizeRoleName(rawName.slice(0, selectionStart ?? rawName.length)).length;
        onChange?.(normalizeRoleName(rawName));
      }}
    />
  );
}

/** The fields that the create and edit dialogs share. */
function RoleFields({ field }: { field: GetInputProps<RoleValues> }) {
  return (
    <>
      <TextInput label={text.displayName} {...requiredProps} {...field('display_name')} />
      <Textarea label={text.description} description={text.descriptionHint} rows={2} {...field('description')} />
      <ColorField label={text.color} pickerLabel={roleTexts.styling.pickColor} {...field('color')} />
      <TextInput
        label={text.priority}
        description={text.priorityHint}
        {...requiredProps}
        inputMode="numeric"
        {...field('priority')}
      />
    </>
  );
}

interface CreateRoleValues extends RoleValues {
  name: string;
}

export function CreateRoleDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm<CreateRoleValues>({
    initialValues: { ...newRole, name: '' },
    validate: { ...roleRules, name: (value) => (value ? null : text.nameRequired) },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => createCustomRole({ ...toRequest(values), name: values.name }),
    onSuccess: async () => {
      await refreshRoleQueries(queryClient);
      onClose();
      toast(text.created);
    },
    getErrorText: (error) => getErrorText(error, text.createFailed),
  });
  return (
    <Dialog title={text.create} text={text.createText} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <RoleNameField {...form.getInputProps('name')} />
        <RoleFields field={form.getInputProps} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export function EditRoleDialog({ role, onClose }: { role: RoleResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { display_name, description, color, priority } = role;
  const form = useForm<RoleValues>({
    initialValues: { display_name, description, color, priority: String(priority) },
    validate: roleRules,
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => updateCustomRole(role.id, toRequest(values)),
    onSuccess: async () => {
      await refreshRoleQueries(queryClient);
      onClose();
      toast(text.updated);
    },
    getErrorText: (error) => getErrorText(error, text.updateFailed),
  });
  return (
    <Dialog title={text.editTitle} text={text.editText(role.name)} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <RoleFields field={form.getInputProps} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
