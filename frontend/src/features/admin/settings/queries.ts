import { queryOptions } from '@tanstack/react-query';
import { getListSettingsQueryKey, listSettings } from '../../../api/generated/administration/administration';

export const settingsQuery = queryOptions({
  queryKey: getListSettingsQueryKey(),
  queryFn: ({ signal }) => listSettings({ signal }),
});
