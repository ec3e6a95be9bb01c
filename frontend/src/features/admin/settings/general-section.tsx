import { TextInput } from '@mantine/core';
import { isHexColor } from '../../../lib/color';
import { languageOptions } from '../../../lib/language-names';
import { siteSettingKeys } from '../../../lib/site-settings';
import { settingsTexts } from '../../../messages/admin-settings';
import { ColorField, SelectField } from '../../../ui/fields';
import { requiredProps } from '../../../ui/styles/forms';
import { AccentSamples } from './accent-samples';
import { type FieldValues, toFieldName } from './field-values';
import { LogoField } from './logo-field';
import { SettingTextField, SwitchField } from './setting-fields';
import { type SectionProps, SettingsForm } from './settings-form';

const text = settingsTexts.general;
const LANGUAGE = 'site.language';
const SHARE_LINKS = 'sharing.links';
const EMBEDS = 'embeds.hosts';
const fields = {
  name: toFieldName(siteSettingKeys.name),
  language: toFieldName(LANGUAGE),
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
      keys={[siteSettingKeys.name, LANGUAGE, siteSettingKeys.logo, siteSettingKeys.accent, SHARE_LINKS, EMBEDS]}
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
          <SelectField
            label={text.language}
            description={text.languageHint}
            data={languageOptions}
            {...form.getInputProps(fields.language)}
            value={String(form.values[fields.language])}
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
          <SwitchField form={form} name={SHARE_LINKS} label={text.shareLinks} hint={text.shareLinksHint} />
          <SettingTextField form={form} name={EMBEDS} label={text.embeds} hint={text.embedsHint} />
        </>
      )}
    </SettingsForm>
  );
}
