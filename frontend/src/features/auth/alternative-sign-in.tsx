import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { userTexts } from '../../messages/users';
import { PasskeyButton } from './passkey-button';
import { ProviderButtons, useProviders } from './providers';
import type { OnSignedIn } from './use-sign-in';
import classes from './login-screen.module.css';

interface AlternativeSignInProps {
  shouldRemember: boolean;
  /** Called instead of opening the home page. */
  onSignedIn?: OnSignedIn;
}

/** Sign-in methods without a password, for users who have an account also while they are about to create one. */
export function AlternativeSignIn({ shouldRemember, onSignedIn }: AlternativeSignInProps) {
  const hasProviders = useProviders().length > 0;
  if (!hasProviders && !browserSupportsWebAuthn()) return null;
  return (
    <>
      <p className={classes.or}>{userTexts.auth.or}</p>
      <div className={classes.alternatives}>
        <ProviderButtons shouldRemember={shouldRemember} isReturning={onSignedIn !== undefined} />
        <PasskeyButton shouldRemember={shouldRemember} onSignedIn={onSignedIn} />
      </div>
    </>
  );
}
