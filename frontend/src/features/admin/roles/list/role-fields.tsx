import { Textarea, TextInput } from '@mantine/core';
import type { GetInputProps } from '@mantine/form';
import { roleTexts } from '../../../../messages/en-roles';
import { ColorField } from '../../../../ui/color-field';
import { requiredProps } from '../../../../ui/required-props';
import '../../../../ui/styles/forms';
import type { RoleValues } from './role-values';

const text = roleTexts.roles;

/** The fields that the create and edit dialogs share. */
export function RoleFields({ field }: { field: GetInputProps<RoleValues> }) {
  return (
    <>
      <TextInput label={text.displayName} {...requiredProps} maxLength={60} {...field('display_name')} />
      <Textarea
        label={text.description}
        description={text.descriptionHint}
        rows={2}
        maxLength={300}
        {...field('description')}
      />
      <ColorField label={text.colour} pickerLabel={roleTexts.styling.pick(text.colour)} {...field('color')} />
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
