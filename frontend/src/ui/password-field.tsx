import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useId, useState } from 'react';
import { userTexts } from '../messages/en-users';
import './styles/forms';

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
