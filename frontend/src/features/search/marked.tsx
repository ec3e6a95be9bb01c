import type { Part } from '../../lib/mark-words';
import classes from './marked.module.css';

/** Plain text with what was looked for marked in it; whatever the text holds, it is text. */
export function Marked({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ text, match }, index) =>
    match ? (
      <mark key={index} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
