import { IconBrandGoogleFilled, IconLogin2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toApiUrl } from '../../api/client';
import { getStartExternalSignInUrl } from '../../api/generated/auth/auth';
import type { ProviderResponse } from '../../api/generated/model/providerResponse';
import { userTexts } from '../../messages/users';
import { signInOptionsQuery } from '../../shared/session/sign-in-options';
import { Button } from '../../ui/button';
import { storeReturnPath } from './return-path';

const text = userTexts.auth;

/** Leaves the app for the provider's page, which redirects back to `/profile`. */
function redirectToProvider(name: string, remember: boolean): void {
  window.location.assign(toApiUrl(getStartExternalSignInUrl(name, { remember_me: remember ? 'true' : 'false' })));
}

/** The providers that are set up; none until they are loaded. */
export function useProviders(): ProviderResponse[] {
  return useQuery(signInOptionsQuery).data?.providers ?? [];
}

/** Google's logo for Google, a generic icon for other providers. */
function ProviderIcon({ label }: { label: string }) {
  const Icon = label === text.google ? IconBrandGoogleFilled : IconLogin2;
  return <Icon size={18} aria-hidden="true" />;
}

interface ProviderButtonsProps {
  shouldRemember: boolean;
  /** Returns to this page instead of the home page. */
  isReturning?: boolean;
}

export function ProviderButtons({ shouldRemember, isReturning = false }: ProviderButtonsProps) {
  const providers = useProviders();
  // The button keeps loading until the browser leaves the page.
  const [leaving, setLeaving] = useState<string>();
  useEffect(() => {
    // The back button may restore the page as it was left.
    const stopLoading = () => {
      setLeaving(undefined);
    };
    window.addEventListener('pageshow', stopLoading);
    return () => {
      window.removeEventListener('pageshow', stopLoading);
    };
  }, []);
  return providers.map(({ name, label }) => (
    <Button
      key={name}
      variant="default"
      isFullWidth
      icon={<ProviderIcon label={label} />}
      isLoading={leaving === name}
      onClick={() => {
        setLeaving(name);
        const { pathname, search, hash } = window.location;
        storeReturnPath(isReturning ? pathname + search + hash : undefined);
        redirectToProvider(name, shouldRemember);
      }}
    >
      {text.continueWith(label)}
    </Button>
  ));
}
