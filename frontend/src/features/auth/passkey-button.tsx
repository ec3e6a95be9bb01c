import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { authenticatePasskey, createPasskeyAuthenticationOptions } from '../../api/generated/auth/auth';
import { ApiError, NetworkError } from '../../api/problem';
import { passkeyFailure } from '../../lib/passkey-failure';
import { people } from '../../messages/en-people';
import { Button } from '../../ui/button';
import { FormFailure } from '../../ui/form-failure';
import { useSignIn } from './use-sign-in';

const text = people.auth;

async function signInWithPasskey(remember: boolean) {
  const optionsJSON = await createPasskeyAuthenticationOptions();
  const { id, response } = await startAuthentication({ optionsJSON });
  return authenticatePasskey({
    credential_id: id,
    signature: response.signature,
    authenticator_data: response.authenticatorData,
    client_data_json: response.clientDataJSON,
    user_handle: response.userHandle,
    remember_me: remember,
  });
}

function failureOf(error: unknown): { text: string; detail?: string } {
  if (error instanceof NetworkError) return { text: text.networkFailed };
  if (error instanceof ApiError) return { text: text.passkey.failed, detail: error.problem.detail };
  switch (passkeyFailure(error)) {
    case 'unsupported':
      return { text: text.passkey.unsupported };
    case 'cancelled':
      return { text: text.passkey.cancelled };
    default:
      return { text: text.passkey.failed };
  }
}

/** Stands only where the browser knows passkeys. No email is asked for: the passkey says whose it is. */
export function PasskeyButton({ remember }: { remember: boolean }) {
  const signIn = useSignIn();
  const attempt = useMutation({ mutationFn: () => signInWithPasskey(remember), onSuccess: signIn });
  if (!browserSupportsWebAuthn()) return null;
  return (
    <>
      {attempt.isError && <FormFailure {...failureOf(attempt.error)} />}
      <Button
        look="default"
        wide
        icon={<IconFingerprint size={18} aria-hidden="true" />}
        loading={attempt.isPending}
        onClick={() => {
          attempt.mutate();
        }}
      >
        {text.passkey.signIn}
      </Button>
    </>
  );
}
