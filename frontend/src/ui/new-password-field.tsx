import type { PasswordInputProps } from '@mantine/core';
import { getPasswordStrength } from '../lib/password-strength';
import { userTexts } from '../messages/en-users';
import { requiredProps } from './required-props';
import { PasswordField } from './password-field';
import classes from './new-password-field.module.css';

const text = userTexts.auth;
const MIN_PASSWORD = 6;

/** The validation error of a new password, or null. */
export function newPasswordError(password: string): string | null {
  return password.length < MIN_PASSWORD ? text.passwordTooShort : null;
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
