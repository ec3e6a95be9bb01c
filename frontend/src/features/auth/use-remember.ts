import type { ChangeEvent } from 'react';
import { useState } from 'react';

/** "Remember me", which holds for every way to sign in. */
export function useRemember() {
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

export type Remember = ReturnType<typeof useRemember>;
