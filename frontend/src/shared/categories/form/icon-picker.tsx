import { TextInput } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { categoryTexts as text } from '../../../messages/admin';
import { CategoryIcon, iconNames } from '../category-icon';
import classes from './category-form.module.css';

const emojis = '📚 📖 📝 🧭 🗺️ 💡 🚀 🛠️ ⚙️ 🔧 🧪 🔬 🔒 🛡️ 🌐 ☁️ 💾 📦 📊 📈 📅 ✅ 🎓 🎬 🎨 💬 📣 👥 🤝 🏠 🌱 ⭐'.split(
  ' ',
);

interface IconPickerProps {
  value?: string;
  onChange: (icon: string) => void;
  error?: ReactNode;
}

interface IconOptionsProps {
  label: string;
  icons: readonly string[];
  name: string;
  value: string;
  onChange: (icon: string) => void;
}

function IconOptions({ label, icons, name, value, onChange }: IconOptionsProps) {
  return (
    <div role="group" aria-label={label} className={classes.choices}>
      {icons.map((icon) => (
        <label key={icon} className={classes.choice} title={icon}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            aria-label={icon}
            checked={icon === value}
            onChange={() => {
              onChange(icon);
            }}
          />
          <CategoryIcon icon={icon} size={20} />
        </label>
      ))}
    </div>
  );
}

/** A choice of built-in icons, common emojis, or any other emoji by keyboard. */
export function IconPicker({ value = '', onChange, error }: IconPickerProps) {
  const name = useId();
  const isListed = iconNames.includes(value) || emojis.includes(value);
  const props = { name, value, onChange };
  return (
    <fieldset className={classes.iconPicker}>
      <legend className={classes.legend}>{text.icon}</legend>
      <IconOptions {...props} label={text.builtInIcons} icons={iconNames} />
      <IconOptions {...props} label={text.emojis} icons={emojis} />
      <TextInput
        aria-label={text.iconOther}
        placeholder={text.iconOther}
        description={text.iconOtherHint}
        inputWrapperOrder={['input', 'description', 'error']}
        value={isListed ? '' : value}
        error={error}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
    </fieldset>
  );
}
