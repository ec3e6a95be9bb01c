import { roleTexts as text } from '../../../messages/en-roles';
import { SelectField } from '../../../ui/select-field';

interface RoleChooserProps {
  roles: readonly { name: string; displayName: string; isDirty: boolean }[];
  value: string;
  onChange: (name: string) => void;
}

/** Which role the screen speaks of; those with something unsaved say so. */
export function RoleChooser({ roles, value, onChange }: RoleChooserProps) {
  return (
    <SelectField
      label={text.role}
      value={value}
      data={roles.map(({ name, displayName, isDirty }) => {
        const label = `${name} (${displayName})`;
        return { value: name, label: isDirty ? text.unsaved(label) : label };
      })}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
