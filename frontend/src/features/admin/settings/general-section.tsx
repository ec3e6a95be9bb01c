import { TextInput } from '@mantine/core';
import { isHexColor } from '../../../lib/color';
import { siteSettingKeys } from '../../../lib/site-settings';
import { settingsTexts } from '../../../messages/admin-settings';
import { ColorField } from '../../../ui/fields';
import { requiredProps } from '../../../ui/styles/forms';
import { AccentSamples } from './accent-samples';
import { type FieldValues, toFieldName } from './field-values';
import { LogoField } from './logo-field';
import { type SectionProps, SettingsForm } from './settings-form';

const text = settingsTexts.general;
const fields = {
  name: toFieldName(siteSettingKeys.name),
  logo: toFieldName(siteSettingKeys.logo),
  accent: toFieldName(siteSettingKeys.accent),
};

function validate(values: FieldValues): Record<string, string> {
  const accent = String(values[fields.accent]);
  return {
    ...(String(values[fields.name]).trim() === '' && { [fields.name]: text.nameRequired }),
    ...(accent !== '' && !isHexColor(accent) && { [fields.accent]: text.accentWrong }),
  };
}

export function GeneralSection(props: SectionProps) {
  return (
    <SettingsForm
      {...props}
      id="general"
      title={text.title}
      lead={text.lead}
      keys={[siteSettingKeys.name, siteSettingKeys.logo, siteSettingKeys.accent]}
      validate={validate}
    >
      {(form) => (
        <>
          <TextInput
            label={text.name}
            description={text.nameHint}
            {...requiredProps}
            {...form.getInputProps(fields.name)}
          />
          <LogoField
            value={String(form.values[fields.logo])}
            error={form.errors[fields.logo]}
            onChange={(path) => {
              form.setFieldValue(fields.logo, path);
            }}
          />
          <ColorField
            label={text.accent}
            description={text.accentHint}
            pickerLabel={text.pickAccent}
            {...form.getInputProps(fields.accent)}
            value={String(form.values[fields.accent])}
          />
          <AccentSamples color={String(form.values[fields.accent])} />
        </>
      )}
    </SettingsForm>
  );
}
