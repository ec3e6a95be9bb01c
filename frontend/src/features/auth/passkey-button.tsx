import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { authenticatePasskey, createPasskeyAuthenticationOptions } from '../../api/generated/auth/auth';
import { ApiError, NetworkError } from '../../api/problem';
import { getPasskeyError } from '../../lib/passkey-error';
import { userTexts } from '../../messages/users';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { type OnSignedIn, useSignIn } from './use-sign-in';

const text = userTexts.auth;

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

function getErrorTexts(error: unknown): { text: string; detail?: string } {
  if (error instanceof NetworkError) return { text: text.networkFailed };
  if (error instanceof ApiError) return { text: text.passkey.failed, detail: error.problem.detail };
  switch (getPasskeyError(error)) {
    case 'unsupported':
      return { text: text.passkey.unsupported };
    case 'cancelled':
      return { text: text.passkey.cancelled };
    default:
      return { text: text.passkey.failed };
  }
}

interface PasskeyButtonProps {
  shouldRemember: boolean;
  /** Called instead of opening the home page. */
  onSignedIn?: OnSignedIn;
}

/** Rendered only if the browser supports passkeys. No email is needed, because the passkey identifies the account. */
export function PasskeyButton({ shouldRemember, onSignedIn }: PasskeyButtonProps) {
  const signIn = useSignIn();
  const attempt = useActionMutation({
    mutationFn: () => signInWithPasskey(shouldRemember),
    onSuccess: onSignedIn ?? signIn,
  });
  if (!browserSupportsWebAuthn()) return null;
  return (
    <>
      {attempt.isError && <FormError {...getErrorTexts(attempt.error)} />}
      <Button
        variant="default"
        isFullWidth
        icon={<IconFingerprint size={18} aria-hidden="true" />}
        isLoading={attempt.isPending}
        onClick={() => {
          attempt.mutate();
        }}
      >
        {text.passkey.signIn}
      </Button>
    </>
  );
}
