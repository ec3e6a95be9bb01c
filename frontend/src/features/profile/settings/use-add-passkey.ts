import { browserSupportsWebAuthn, platformAuthenticatorIsAvailable, startRegistration } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createPasskeyRegistrationOptions,
  getListPasskeysQueryKey,
  registerPasskey,
} from '../../../api/generated/auth/auth';
import { passkeyFailure } from '../../../lib/passkey-failure';
import { readUserAgent } from '../../../lib/user-agent';
import { profile } from '../../../messages/en-profile';
import { failureText } from '../../../shared/errors/failure-text';
import { toast } from '../../../ui/toast/toast';

const text = profile.passkeys;

class Unsupported extends Error {
  override readonly name = 'NotSupportedError';
}

/** A name to tell passkeys apart by; it can be changed afterwards. */
function usualName(): string | undefined {
  const { browser, system } = readUserAgent(navigator.userAgent);
  return browser && system ? profile.sessions.on(browser, system) : undefined;
}

async function makePasskey() {
  if (!browserSupportsWebAuthn() || !(await platformAuthenticatorIsAvailable())) throw new Unsupported();
  const optionsJSON = await createPasskeyRegistrationOptions();
  const { id, response } = await startRegistration({ optionsJSON });
  return registerPasskey({
    name: usualName(),
    credential_id: id,
    client_data_json: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports,
  });
}

function failureOf(error: unknown): string {
  const reason = passkeyFailure(error);
  return reason ? text[reason] : failureText(error, text.failed);
}

export function useAddPasskey() {
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: makePasskey,
    onSuccess: async () => {
      toast(text.made);
      await queryClient.invalidateQueries({ queryKey: getListPasskeysQueryKey() });
    },
  });
  return {
    add: () => {
      making.mutate();
    },
    pending: making.isPending,
    failure: making.isError ? failureOf(making.error) : null,
  };
}
