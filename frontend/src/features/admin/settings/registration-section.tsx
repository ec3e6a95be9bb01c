import { settingsTexts } from '../../../messages/en-admin-settings';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { SelectField } from '../../../ui/fields';
import { RadioGroup } from '../../../ui/radio-group';
import { type FieldValues, toFieldName } from './field-values';
import { SettingTextField } from './setting-fields';
import { type SectionProps, SettingsForm, type SettingsFormState } from './settings-form';

const text = settingsTexts.registration;
const keys = { mode: 'auth.registration', domains: 'auth.registration_domains', role: 'auth.default_role' };
const fields = { mode: toFieldName(keys.mode), domains: toFieldName(keys.domains), role: toFieldName(keys.role) };

type Mode = keyof typeof text.modes;
const modes: readonly Mode[] = ['open', 'invitation', 'domains', 'closed'];
const options = modes.map((value) => ({ value, label: text.modes[value], hint: text.modeHints[value] }));

const validate = (values: FieldValues): Record<string, string> =>
  values[fields.mode] === 'domains' && String(values[fields.domains]).trim() === ''
    ? { [fields.domains]: text.domainsRequired }
    : {};

function DefaultRoleField({ form }: { form: SettingsFormState }) {
  // No new member is an administrator.
  const roles = useRoleOptions().filter(({ value }) => value !== 'ADMIN');
  const role = String(form.values[fields.role]);
  const isListed = roles.some(({ value }) => value === role);
  return (
    <SelectField
      label={text.defaultRole}
      description={text.defaultRoleHint}
      data={isListed ? roles : [{ value: role, label: role }, ...roles]}
      {...form.getInputProps(fields.role)}
      value={role}
    />
  );
}

export function RegistrationSection(props: SectionProps) {
  return (
    <SettingsForm
      {...props}
      id="registration"
      title={text.title}
      lead={text.lead}
      keys={Object.values(keys)}
      validate={validate}
    >
      {(form) => (
        <>
          <RadioGroup
            label={text.mode}
            value={modes.find((mode) => mode === form.values[fields.mode]) ?? ''}
            options={options}
            error={form.errors[fields.mode]}
            onChange={(mode) => {
              form.setFieldValue(fields.mode, mode);
            }}
          />
          {form.values[fields.mode] === 'domains' && (
            <SettingTextField form={form} name={keys.domains} label={text.domains} hint={text.domainsHint} />
          )}
          <DefaultRoleField form={form} />
        </>
      )}
    </SettingsForm>
  );
}
