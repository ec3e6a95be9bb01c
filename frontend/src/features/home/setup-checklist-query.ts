import { queryOptions } from '@tanstack/react-query';
import { getGetSetupChecklistQueryKey, getSetupChecklist } from '../../api/generated/administration/administration';

export const checklistQuery = queryOptions({
  queryKey: getGetSetupChecklistQueryKey(),
  queryFn: ({ signal }) => getSetupChecklist({ signal }),
  // The steps are done on other screens. Not 0: the route has just loaded it when the list is shown.
  staleTime: 1000,
});
