import classes from './form-failure.module.css';

interface FormFailureProps {
  text: string | null;
  /** What the server says about it, beside the sentence that is always the same. */
  detail?: string;
}

/** What concerns a form as a whole. */
export function FormFailure({ text, detail }: FormFailureProps) {
  if (text === null) return null;
  return (
    <div role="alert" className={classes.failure}>
      <p>{text}</p>
      {detail && detail !== text && <p>{detail}</p>}
    </div>
  );
}
