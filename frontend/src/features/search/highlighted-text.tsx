import type { TextPart } from '../../lib/highlight-words';
import classes from './highlighted-text.module.css';

/** Renders plain text with its matches marked; the content is never interpreted as markup. */
export function HighlightedText({ parts }: { parts: readonly TextPart[] }) {
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
