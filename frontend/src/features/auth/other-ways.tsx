import { people } from '../../messages/en-people';
import classes from './login-screen.module.css';
import { PasskeyButton } from './passkey-button';
import { ProviderButtons } from './provider-buttons';

interface OtherWaysProps {
  mode: 'sign-in' | 'register';
  remember: boolean;
}

/** Ways in without a password. A passkey belongs to an account, so it is none to make one. */
export function OtherWays({ mode, remember }: OtherWaysProps) {
  return (
    <>
      <p className={classes.or}>{people.auth.or}</p>
      <div className={classes.others}>
        <ProviderButtons remember={remember} />
        {mode === 'sign-in' && <PasskeyButton remember={remember} />}
      </div>
    </>
  );
}
