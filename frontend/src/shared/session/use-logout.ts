import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { logout } from '../../api/generated/auth/auth';
import { clearRecentSearches } from '../../lib/recent-searches';
import { messages } from '../../messages/common';
import { alert } from '../../ui/dialogs/dialogs';
import { endSession } from './session';

/** Returns the function that signs the user out. */
export function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    // Navigates first: an unsaved form may block the navigation, and protected screens must not flash Access Denied.
    await navigate({ to: '/' });
    if (window.location.pathname !== '/') return;
    try {
      await logout();
    } catch {
      // The session and its cookie are still valid, so the user must not appear as a guest.
      void alert({ title: messages.nav.logoutFailedTitle, text: messages.nav.logoutFailed });
      return;
    }
    clearRecentSearches();
    endSession(queryClient);
  };
}
