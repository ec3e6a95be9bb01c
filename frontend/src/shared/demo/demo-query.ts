import { queryOptions } from '@tanstack/react-query';
import { getDemoContent, getGetDemoContentQueryKey } from '../../api/generated/administration/administration';

export const demoQuery = queryOptions({
  queryKey: getGetDemoContentQueryKey(),
  queryFn: ({ signal }) => getDemoContent({ signal }),
});
