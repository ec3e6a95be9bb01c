import { roleTexts as text } from '../../../messages/roles';
import { SelectField } from '../../../ui/fields';

interface RoleSelectProps {
  roles: readonly { name: string; displayName: string; isDirty: boolean }[];
  value: string;
  onChange: (name: string) => void;
}

/** Selects the role to edit; roles with unsaved changes are marked. */
export function RoleSelect({ roles, value, onChange }: RoleSelectProps) {
  return (
    <SelectField
      label={text.role}
      value={value}
      data={roles.map(({ name, displayName, isDirty }) => ({
        value: name,
        label: isDirty ? text.unsaved(displayName) : displayName,
      }))}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
