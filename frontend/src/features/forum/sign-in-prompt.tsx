import { Link } from '@tanstack/react-router';
import { forum } from '../../messages/forum';
import { openSignIn, requestSignIn, type SignInRequest } from '../../shared/session/sign-in-request';
import { Button } from '../../ui/button';
import classes from './sign-in-prompt.module.css';

const text = forum.thread;

/**
 * Signs guests in on this page, or leads them to registration.
 * @param props.reason what they want to do then
 */
export function SignInButtons({ reason }: Pick<SignInRequest, 'reason'>) {
  return (
    <>
      <Button
        onClick={() => {
          requestSignIn({ reason });
        }}
      >
        {text.signIn}
      </Button>
      <Link to="/login" onClick={openSignIn({ reason, isNewAccount: true })}>
        {text.register}
      </Link>
    </>
  );
}

/** Takes the place of a form that guests cannot use. */
export function SignInPrompt() {
  return (
    <div className={classes.notice}>
      <p>{text.guestNotice}</p>
      <div className={classes.actions}>
        <SignInButtons reason="participate" />
      </div>
    </div>
  );
}
