import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { roleTexts } from '../../../../messages/en-roles';
import { ColorField } from '../../../../ui/color-field';
import { SelectField } from '../../../../ui/select-field';
import { Toggle } from '../../../../ui/toggle';
import '../../../../ui/styles/forms';
import classes from './styling.module.css';
import { weightOptions, type StyleValues } from './style-values';

const text = roleTexts.styling;

interface StyleFieldsProps {
  form: UseFormReturnType<StyleValues>;
  /** disabled while saving, because later input would be lost */
  isDisabled: boolean;
}

/** The values of a badge style: colors, lengths and names, never CSS. */
export function StyleFields({ form, isDisabled }: StyleFieldsProps) {
  const field = (name: keyof StyleValues) => form.getInputProps(name);
  return (
    <fieldset aria-label={text.badge} disabled={isDisabled} className={classes.fields}>
      <TextInput label={text.displayName} description={text.displayNameHint} {...field('display_name')} />
      <div className={classes.pair}>
        <ColorField label={text.background} pickerLabel={text.pick(text.background)} {...field('background_color')} />
        <ColorField label={text.text} pickerLabel={text.pick(text.text)} {...field('text_color')} />
      </div>
      <div className={classes.pair}>
        <ColorField
          label={text.border}
          description={text.borderHint}
          pickerLabel={text.pick(text.border)}
          {...field('border_color')}
        />
        <TextInput label={text.radius} description={text.radiusHint} {...field('border_radius')} />
      </div>
      <div className={classes.pair}>
        <SelectField label={text.weight} description={text.weightHint} data={weightOptions} {...field('font_weight')} />
        <TextInput label={text.fontSize} description={text.fontSizeHint} {...field('font_size')} />
      </div>
      <div className={classes.pair}>
        <TextInput label={text.padding} description={text.paddingHint} {...field('padding')} />
        <TextInput label={text.margin} description={text.marginHint} {...field('margin')} />
      </div>
      <TextInput label={text.cssClass} description={text.cssClassHint} {...field('css_class')} />
      <Toggle
        label={text.active}
        description={text.activeHint}
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </fieldset>
  );
}
