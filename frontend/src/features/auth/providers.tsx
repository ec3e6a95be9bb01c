import { IconBrandGoogleFilled, IconLogin2 } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiUrlFor } from '../../api/client';
import {
  getListSignInProvidersQueryKey,
  getStartExternalSignInUrl,
  listSignInProviders,
} from '../../api/generated/auth/auth';
import { userTexts } from '../../messages/en-users';
import { Button } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';

const text = userTexts.auth;

export const providersQuery = queryOptions({
  queryKey: getListSignInProvidersQueryKey(),
  queryFn: ({ signal }) => listSignInProviders({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Leaves the app for the provider's page, which redirects back to `/profile`. */
function redirectToProvider(name: string, remember: boolean): void {
  window.location.assign(apiUrlFor(getStartExternalSignInUrl(name, { remember_me: remember ? 'true' : 'false' })));
}

/** Shown until the providers are loaded, and if there are none; pressing it then shows an error. */
const defaultProvider = { name: 'google', label: text.google };

/** Google's logo for Google, a generic icon for other providers. */
function ProviderIcon({ label }: { label: string }) {
  const Icon = label === text.google ? IconBrandGoogleFilled : IconLogin2;
  return <Icon size={18} aria-hidden="true" />;
}

export function ProviderButtons({ shouldRemember }: { shouldRemember: boolean }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(providersQuery);
  const [leaving, setLeaving] = useState<string>();
  const offered = data?.providers.length ? data.providers : [defaultProvider];

  const leave = async ({ name, label }: typeof defaultProvider) => {
    setLeaving(name);
    try {
      const { providers } = await queryClient.ensureQueryData(providersQuery);
      if (providers.some((provider) => provider.name === name)) {
        // The button keeps loading until the browser leaves the page.
        redirectToProvider(name, shouldRemember);
        return;
      }
      void alert({ title: text.providerMissingTitle(label), text: text.providerMissing(label) });
    } catch {
      void alert({ title: text.providerUnknownTitle, text: text.providerUnknown });
    }
    setLeaving(undefined);
  };
  return offered.map((provider) => (
    <Button
      key={provider.name}
      variant="default"
      isFullWidth
      icon={<ProviderIcon label={provider.label} />}
      isLoading={leaving === provider.name}
      onClick={() => void leave(provider)}
    >
      {text.continueWith(provider.label)}
    </Button>
  ));
}
