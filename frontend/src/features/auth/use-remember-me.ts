import type { ChangeEvent } from 'react';
import { useState } from 'react';

/** The "Remember me" state shared by all sign-in methods. */
export function useRememberMe() {
  const [remember, setRemember] = useState(false);
  return {
    remember,
    forget: () => {
      setRemember(false);
    },
    checkbox: {
      checked: remember,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setRemember(event.currentTarget.checked);
      },
    },
  };
}

export type RememberMe = ReturnType<typeof useRememberMe>;
