import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { logout } from '../../api/generated/auth/auth';
import { clearRecentPages } from '../../lib/recent-pages';
import { clearRecentSearches } from '../../lib/recent-searches';
import { getSiteSettings } from '../../lib/site-settings';
import { messages } from '../../messages/common';
import { alert } from '../../ui/dialogs/dialogs';
import { endSession } from './session';

/** Returns the function that signs the user out. */
export function useLogout() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    // Navigates first: an unsaved form may block the navigation, and protected screens must not flash Access Denied.
    await router.navigate({ to: '/' });
    if (router.history.location.pathname !== '/') return;
    try {
      await logout();
    } catch {
      // The session and its cookie are still valid, so the user must not appear as a guest.
      void alert({ title: messages.nav.logoutFailedTitle, text: messages.nav.logoutFailed });
      return;
    }
    clearRecentSearches();
    clearRecentPages();
    // The session has taken the subscription with it; what is on its way to this browser must not be shown.
    void import('../../lib/push').then(({ endPushSubscription }) => endPushSubscription()).catch(() => undefined);
    endSession(queryClient);
    if (getSiteSettings().isPrivate) await router.navigate({ to: '/login', replace: true });
  };
}
