import { queryOptions, useQuery } from '@tanstack/react-query';
import { getListSignInProvidersQueryKey, listSignInProviders } from '../../api/generated/auth/auth';

/** The providers, who may register, and whether the hub can send mail: configuration, which rarely changes. */
export const signInOptionsQuery = queryOptions({
  queryKey: getListSignInProvidersQueryKey(),
  queryFn: ({ signal }) => listSignInProviders({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether the hub can send mail; undefined until that is known. */
export const useIsMailConfigured = (): boolean | undefined => useQuery(signInOptionsQuery).data?.mail_configured;
