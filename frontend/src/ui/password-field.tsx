import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { people } from '../messages/en-people';
import './styles/forms';

/** A password with a way to look at it; the button says which of both it does next. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
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
