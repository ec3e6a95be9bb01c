import { userTexts } from '../../messages/en-users';
import classes from './login-screen.module.css';
import { PasskeyButton } from './passkey-button';
import { ProviderButtons } from './provider-buttons';

interface AlternativeSignInProps {
  mode: 'sign-in' | 'register';
  shouldRemember: boolean;
}

/** Sign-in methods without a password. Registration offers no passkey, because a passkey requires an account. */
export function AlternativeSignIn({ mode, shouldRemember }: AlternativeSignInProps) {
  return (
    <>
      <p className={classes.or}>{userTexts.auth.or}</p>
      <div className={classes.alternatives}>
        <ProviderButtons shouldRemember={shouldRemember} />
        {mode === 'sign-in' && <PasskeyButton shouldRemember={shouldRemember} />}
      </div>
    </>
  );
}
