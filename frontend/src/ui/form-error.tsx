import classes from './form-error.module.css';

interface FormErrorProps {
  text: string | null;
  /** The server's message, in addition to the fixed text. */
  detail?: string;
}

/** An error of the whole form. */
export function FormError({ text, detail }: FormErrorProps) {
  if (text === null) return null;
  return (
    <div role="alert" className={classes.failure}>
      <p>{text}</p>
      {detail && detail !== text && <p>{detail}</p>}
    </div>
  );
}
