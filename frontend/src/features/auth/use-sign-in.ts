import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import type { SessionOpenedResponse } from '../../api/generated/model/sessionOpenedResponse';
import { language } from '../../lib/language';
import { getSiteSettings } from '../../lib/site-settings';
import { startSession } from '../../shared/session/session';

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

export type OnSignedIn = (session: SessionOpenedResponse) => Promise<void>;

/** Returns the function that starts the session and replaces the page by the home page, or the given one. */
export function useSignIn(getPath: () => string = () => '/'): OnSignedIn {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async ({ user, session_token }) => {
    startSession(queryClient, user, session_token);
    const hasOtherLanguage = user.language && user.language !== language;
    // The page has the language of a guest, and that of a private hub few of the settings.
    if (hasOtherLanguage || getSiteSettings().isPrivate) window.location.replace(getPath());
    else await navigate({ href: getPath(), replace: true });
  };
}
