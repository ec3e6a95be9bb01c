import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useId, useState } from 'react';
import { PASSWORD_MIN } from '@hub/shared/limits';
import { getPasswordStrength } from '../lib/password-strength';
import { userTexts } from '../messages/users';
import { requiredProps } from './styles/forms';
import classes from './password-field.module.css';

const text = userTexts.auth;

/** A password field with a toggle for its visibility; the toggle's name is its next action. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  const id = useId();
  const about = [props.error && typeof props.error !== 'boolean' && 'error', props.description && 'description'];
  return (
    <PasswordInput
      id={id}
      // Mantine sets both attributes on its other inputs but not on this one.
      aria-invalid={props.error ? true : undefined}
      aria-describedby={about.flatMap((part) => (part ? [`${id}-${part}`] : [])).join(' ') || undefined}
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? userTexts.auth.hidePassword : userTexts.auth.showPassword,
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  );
}

/** The validation error of a new password, or null. Counts characters as the server does. */
export function newPasswordError(password: string): string | null {
  return Array.from(password.normalize('NFKC')).length < PASSWORD_MIN ? text.passwordTooShort : null;
}

/** A field for a new password, with its estimated strength. */
export function NewPasswordField({ value, ...rest }: PasswordInputProps & { value?: string }) {
  const strength = value ? getPasswordStrength(value) : undefined;
  return (
    <div>
      <PasswordField
        {...requiredProps}
        description={text.passwordHint}
        autoComplete="new-password"
        value={value}
        {...rest}
      />
      {/* Always rendered, so that screen readers announce changes and the layout does not shift. */}
      <p role="status" className={classes.strength} data-strength={strength}>
        <span className={classes.bars} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </span>
        {strength !== undefined && text.strength[strength]}
      </p>
    </div>
  );
}
