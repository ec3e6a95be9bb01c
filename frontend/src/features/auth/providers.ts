import { queryOptions } from '@tanstack/react-query';
import {
  getListSignInProvidersQueryKey,
  getStartExternalSignInUrl,
  listSignInProviders,
} from '../../api/generated/auth/auth';
import { apiAddress } from '../../api/client';

export const providersQuery = queryOptions({
  queryKey: getListSignInProvidersQueryKey(),
  queryFn: ({ signal }) => listSignInProviders({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Leaves the product for the provider's page, which leads back to `/profile`. */
export function goToProvider(name: string, remember: boolean): void {
  window.location.assign(apiAddress(getStartExternalSignInUrl(name, { remember_me: remember ? 'true' : 'false' })));
}
