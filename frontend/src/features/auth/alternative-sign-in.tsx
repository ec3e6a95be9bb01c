import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { userTexts } from '../../messages/en-users';
import { PasskeyButton } from './passkey-button';
import { ProviderButtons, useProviders } from './providers';
import classes from './login-screen.module.css';

/** Sign-in methods without a password, for users who have an account also while they are about to create one. */
export function AlternativeSignIn({ shouldRemember }: { shouldRemember: boolean }) {
  const hasProviders = useProviders().length > 0;
  if (!hasProviders && !browserSupportsWebAuthn()) return null;
  return (
    <>
      <p className={classes.or}>{userTexts.auth.or}</p>
      <div className={classes.alternatives}>
        <ProviderButtons shouldRemember={shouldRemember} />
        <PasskeyButton shouldRemember={shouldRemember} />
      </div>
    </>
  );
}
