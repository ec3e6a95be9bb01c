import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useId, useState } from 'react';
import { people } from '../messages/en-people';
import './styles/forms';

/** A password with a way to look at it; the button says which of both it does next. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  const id = useId();
  const about = [props.error && typeof props.error !== 'boolean' && 'error', props.description && 'description'];
  return (
    <PasswordInput
      id={id}
      // The library says both of its other fields, and forgets this one.
      aria-invalid={props.error ? true : undefined}
      aria-describedby={about.flatMap((part) => (part ? [`${id}-${part}`] : [])).join(' ') || undefined}
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? people.auth.hidePassword : people.auth.showPassword,
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  );
}
