import classes from './login-screen.module.css';

/** What concerns the form as a whole. */
export function FormFailure({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className={classes.failure}>
      {text}
    </p>
  );
}
