import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import type { UpdateNotificationSettingsRequest } from '../../../api/generated/model/updateNotificationSettingsRequest';
import {
  getGetNotificationSettingsQueryKey,
  getNotificationSettings,
  updateNotificationSettings,
} from '../../../api/generated/notifications/notifications';
import { getErrorText } from '../../../api/problem';
import { notificationSettings as text } from '../../../messages/notification-settings';
import { refreshQueries } from '../../../shared/query-client';
import { useIsMailConfigured } from '../../../shared/session/sign-in-options';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

/** Why no mails are sent; undefined when they are. */
export function useMailObstacle(user: OwnUserResponse): string | undefined {
  const isMailConfigured = useIsMailConfigured();
  if (isMailConfigured === false) return text.emailWithoutMail;
  return user.email_verified ? undefined : text.emailUnconfirmed;
}

export const notificationSettingsQuery = queryOptions({
  queryKey: getGetNotificationSettingsQueryKey(),
  queryFn: ({ signal }) => getNotificationSettings({ signal }),
});

/** Shows changes at once and saves them one after the other. */
export function useUpdateNotificationSettings() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  const saving = useMutation({
    mutationKey: queryKey,
    scope: { id: 'notification-settings' },
    mutationFn: (changes: UpdateNotificationSettingsRequest) => updateNotificationSettings(changes),
    onSuccess: (stored) => {
      // Later changes are still to be saved.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1) queryClient.setQueryData(queryKey, stored);
      toast(text.saved, { subject: 'notification-settings' });
    },
    onError: async (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
      await refreshQueries(queryClient, queryKey);
    },
  });
  return {
    update: (changes: UpdateNotificationSettingsRequest) => {
      queryClient.setQueryData(queryKey, (settings) => settings && { ...settings, ...changes });
      saving.mutate(changes);
    },
  };
}
