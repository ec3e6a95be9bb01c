import { IconBrandGoogleFilled, IconLogin2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { people } from '../../messages/en-people';
import { Button } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { goToProvider, providersQuery } from './providers';

const text = people.auth;

/** Offered until the server has said what there is, and if there is nothing; pressing it then says so. */
const usual = { name: 'google', label: text.google };

/** The brand's sign where it is Google; behind another issuer stands somebody else. */
function Sign({ label }: { label: string }) {
  const Icon = label === text.google ? IconBrandGoogleFilled : IconLogin2;
  return <Icon size={18} aria-hidden="true" />;
}

export function ProviderButtons({ remember }: { remember: boolean }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(providersQuery);
  const [leaving, setLeaving] = useState<string>();
  const offered = data?.providers.length ? data.providers : [usual];

  const leave = async ({ name, label }: typeof usual) => {
    setLeaving(name);
    try {
      const { providers } = await queryClient.ensureQueryData(providersQuery);
      if (providers.some((provider) => provider.name === name)) {
        // The button turns on until the page is gone.
        goToProvider(name, remember);
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
      look="default"
      wide
      icon={<Sign label={provider.label} />}
      loading={leaving === provider.name}
      onClick={() => void leave(provider)}
    >
      {text.continueWith(provider.label)}
    </Button>
  ));
}
