import { siteSettingKeys } from '../../../lib/site-settings';
import { settingsTexts } from '../../../messages/admin-settings';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { SelectField } from '../../../ui/fields';
import { RadioGroup } from '../../../ui/radio-group';
import { type FieldValues, toFieldName } from './field-values';
import { SettingTextField, SwitchField } from './setting-fields';
import { type SectionProps, SettingsForm, type SettingsFormState } from './settings-form';
import classes from './settings.module.css';

const text = settingsTexts.registration;
const keys = {
  readers: siteSettingKeys.readers,
  mode: 'auth.registration',
  domains: 'auth.registration_domains',
  byLink: 'auth.registration_by_link',
  role: 'auth.default_role',
  groupsClaim: 'auth.issuer_groups_claim',
  groups: 'auth.issuer_groups',
};
const fields = {
  readers: toFieldName(keys.readers),
  mode: toFieldName(keys.mode),
  domains: toFieldName(keys.domains),
  role: toFieldName(keys.role),
  groupsClaim: toFieldName(keys.groupsClaim),
};

type Readers = keyof typeof text.readerGroups;
const readers: readonly Readers[] = ['everyone', 'members'];

type Mode = keyof typeof text.modes;
const modes: readonly Mode[] = ['open', 'invitation', 'domains', 'closed'];

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

interface RegistrationSectionProps extends SectionProps {
  /** Whether the hub can send mail, which confirms addresses. */
  isMailConfigured: boolean;
}

export function RegistrationSection({ isMailConfigured, ...props }: RegistrationSectionProps) {
  const hints = isMailConfigured ? text.modeHints : text.modeHintsWithoutMail;
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
            label={text.readers}
            value={readers.find((value) => value === form.values[fields.readers]) ?? ''}
            options={readers.map((value) => ({
              value,
              label: text.readerGroups[value],
              hint: text.readerHints[value],
            }))}
            error={form.errors[fields.readers]}
            onChange={(value) => {
              form.setFieldValue(fields.readers, value);
            }}
          />
          {form.values[fields.readers] === 'members' && form.values[fields.mode] === 'open' && (
            <p role="status" className={classes.warning}>
              {text.readersOpen}
            </p>
          )}
          <RadioGroup
            label={text.mode}
            value={modes.find((mode) => mode === form.values[fields.mode]) ?? ''}
            options={modes.map((value) => ({ value, label: text.modes[value], hint: hints[value] }))}
            error={form.errors[fields.mode]}
            onChange={(mode) => {
              form.setFieldValue(fields.mode, mode);
            }}
          />
          {form.values[fields.mode] === 'domains' && (
            <SettingTextField form={form} name={keys.domains} label={text.domains} hint={text.domainsHint} />
          )}
          {isMailConfigured && form.values[fields.mode] === 'open' && (
            <SwitchField form={form} name={keys.byLink} label={text.byLink} hint={text.byLinkHint} />
          )}
          <DefaultRoleField form={form} />
          <SettingTextField form={form} name={keys.groupsClaim} label={text.groupsClaim} hint={text.groupsClaimHint} />
          {String(form.values[fields.groupsClaim]).trim() !== '' && (
            <SettingTextField form={form} name={keys.groups} label={text.groups} hint={text.groupsHint} />
          )}
        </>
      )}
    </SettingsForm>
  );
}
