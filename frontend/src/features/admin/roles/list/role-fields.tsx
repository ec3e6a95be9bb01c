import { Textarea, TextInput } from '@mantine/core';
import type { GetInputProps } from '@mantine/form';
import { roleTexts } from '../../../../messages/en-roles';
import { ColorField } from '../../../../ui/color-field';
import { required } from '../../../../ui/required';
import '../../../../ui/styles/forms';
import type { RoleValues } from './role-values';

const text = roleTexts.roles;

/** What new and existing roles have in common. */
export function RoleFields({ field }: { field: GetInputProps<RoleValues> }) {
  return (
    <>
      <TextInput label={text.displayName} {...required} maxLength={60} {...field('display_name')} />
      <Textarea
        label={text.description}
        description={text.descriptionHint}
        rows={2}
        maxLength={300}
        {...field('description')}
      />
      <ColorField label={text.colour} pickLabel={roleTexts.styling.pick(text.colour)} {...field('color')} />
      <TextInput
        label={text.priority}
        description={text.priorityHint}
        {...required}
        inputMode="numeric"
        {...field('priority')}
      />
    </>
  );
}
