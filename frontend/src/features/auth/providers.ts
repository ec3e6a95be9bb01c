import { queryOptions } from '@tanstack/react-query';
import {
  getListSignInProvidersQueryKey,
  getStartExternalSignInUrl,
  listSignInProviders,
} from '../../api/generated/auth/auth';
import { apiUrlFor } from '../../api/client';

export const providersQuery = queryOptions({
  queryKey: getListSignInProvidersQueryKey(),
  queryFn: ({ signal }) => listSignInProviders({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Leaves the app for the provider's page, which redirects back to `/profile`. */
export function redirectToProvider(name: string, remember: boolean): void {
  window.location.assign(apiUrlFor(getStartExternalSignInUrl(name, { remember_me: remember ? 'true' : 'false' })));
}
