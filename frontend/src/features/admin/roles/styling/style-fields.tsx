import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { roleTexts } from '../../../../messages/en-roles';
import { ColorField } from '../../../../ui/color-field';
import { SelectField } from '../../../../ui/select-field';
import { Toggle } from '../../../../ui/toggle';
import '../../../../ui/styles/forms';
import classes from './styling.module.css';
import { weightChoices, type StyleValues } from './style-values';

const text = roleTexts.styling;

interface StyleFieldsProps {
  form: UseFormReturnType<StyleValues>;
  /** while they are on their way: what is typed then would be lost */
  disabled: boolean;
}

/** Everything that can be said of a badge: colours, lengths and names, never CSS. */
export function StyleFields({ form, disabled }: StyleFieldsProps) {
  const field = (name: keyof StyleValues) => form.getInputProps(name);
  return (
    <fieldset aria-label={text.badge} disabled={disabled} className={classes.fields}>
      <TextInput label={text.displayName} description={text.displayNameHint} {...field('display_name')} />
      <div className={classes.pair}>
        <ColorField label={text.background} pickLabel={text.pick(text.background)} {...field('background_color')} />
        <ColorField label={text.text} pickLabel={text.pick(text.text)} {...field('text_color')} />
      </div>
      <div className={classes.pair}>
        <ColorField
          label={text.border}
          description={text.borderHint}
          pickLabel={text.pick(text.border)}
          {...field('border_color')}
        />
        <TextInput label={text.radius} description={text.radiusHint} {...field('border_radius')} />
      </div>
      <div className={classes.pair}>
        <SelectField label={text.weight} description={text.weightHint} data={weightChoices} {...field('font_weight')} />
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
