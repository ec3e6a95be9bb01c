import type { PasswordInputProps } from '@mantine/core';
import { passwordStrength } from '../../lib/password-strength';
import { people } from '../../messages/en-people';
import { required } from '../../ui/required';
import { PasswordField } from '../../ui/password-field';
import classes from './new-password-field.module.css';

const text = people.auth;
const MIN_PASSWORD = 6;

/** What is wrong with a new password, or null. */
export function newPasswordError(password: string): string | null {
  return password.length < MIN_PASSWORD ? text.passwordTooShort : null;
}

/** A password that is being chosen, with a hint how strong it is. */
export function NewPasswordField({ value, ...rest }: PasswordInputProps & { value?: string }) {
  const strength = value ? passwordStrength(value) : undefined;
  return (
    <div>
      <PasswordField
        {...required}
        description={text.passwordHint}
        autoComplete="new-password"
        value={value}
        {...rest}
      />
      {/* Always there, so that it is read out when it changes and nothing moves. */}
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
