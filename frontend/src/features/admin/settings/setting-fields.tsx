import { TextInput } from '@mantine/core';
import { settingsTexts as text } from '../../../messages/admin-settings';
import { WebAddressField } from '../../../ui/fields';
import { Toggle } from '../../../ui/toggle';
import { toFieldName } from './field-values';
import { getBounds, type SettingMap } from './setting-map';
import classes from './settings.module.css';
import type { SettingsFormState } from './settings-form';

interface SettingFieldProps {
  form: SettingsFormState;
  /** The key of the setting. */
  name: string;
  label: string;
  hint?: string;
}

/** A number; its bounds are those of the setting's schema. */
export function NumberField({ form, name, label, hint, settings }: SettingFieldProps & { settings: SettingMap }) {
  const setting = settings.get(name);
  if (!setting) return null;
  const { min, max } = getBounds(setting);
  return (
    <TextInput
      label={label}
      description={[text.wholeNumber({ min, max }), hint].filter(Boolean).join(' ')}
      inputMode="numeric"
      className={classes.number}
      {...form.getInputProps(toFieldName(name))}
    />
  );
}

export function SwitchField({ form, name, label, hint }: SettingFieldProps) {
  return <Toggle label={label} description={hint} {...form.getInputProps(toFieldName(name), { type: 'checkbox' })} />;
}

/** The address of a page, on the web or of this hub. */
export function PageLinkField({ form, name, label, hint }: SettingFieldProps) {
  return <WebAddressField label={label} description={hint} {...form.getInputProps(toFieldName(name))} />;
}

export function SettingTextField({ form, name, label, hint }: SettingFieldProps) {
  return <TextInput label={label} description={hint} spellCheck={false} {...form.getInputProps(toFieldName(name))} />;
}
