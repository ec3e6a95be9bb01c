import { browserSupportsWebAuthn, platformAuthenticatorIsAvailable, startRegistration } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import {
  createPasskeyRegistrationOptions,
  getListPasskeysQueryKey,
  registerPasskey,
} from '../../../api/generated/auth/auth';
import { getPasskeyError } from '../../../lib/passkey-error';
import { parseUserAgent } from '../../../lib/user-agent';
import { profile } from '../../../messages/profile';
import { getErrorText } from '../../../api/problem';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { toast } from '../../../ui/toast/toast';
import { refreshQueries } from '../../../shared/query-client';

const text = profile.passkeys;

/** Has the name of the browser's error for the same reason, by which getPasskeyError finds the text. */
class UnsupportedError extends Error {
  override readonly name = 'NotSupportedError';
}

/** A default name that distinguishes passkeys by device. */
function getDefaultName(): string | undefined {
  const { browser, system } = parseUserAgent(navigator.userAgent);
  return browser && system ? profile.sessions.on({ browser, system }) : undefined;
}

async function createPasskey() {
  if (!browserSupportsWebAuthn() || !(await platformAuthenticatorIsAvailable())) throw new UnsupportedError();
  const optionsJSON = await createPasskeyRegistrationOptions();
  const { id, response } = await startRegistration({ optionsJSON });
  return registerPasskey({
    name: getDefaultName(),
    credential_id: id,
    client_data_json: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports,
  });
}

function getPasskeyErrorText(error: unknown): string {
  const reason = getPasskeyError(error);
  return reason ? text[reason] : getErrorText(error, text.failed);
}

export function useAddPasskey() {
  const queryClient = useQueryClient();
  const creation = useActionMutation({
    mutationFn: createPasskey,
    onSuccess: async () => {
      toast(text.addedToast);
      await refreshQueries(queryClient, getListPasskeysQueryKey());
    },
  });
  return {
    add: () => {
      creation.mutate();
    },
    isPending: creation.isPending,
    errorText: creation.isError ? getPasskeyErrorText(creation.error) : null,
  };
}
