import { messages } from '../../messages/en';
import classes from './difficulty-indicator.module.css';
import { DIFFICULTIES } from './enums';
import type { Difficulty } from '../../api/generated/model/difficulty';

/** One to three dots and the label. */
export function DifficultyIndicator({ difficulty }: { difficulty: Difficulty }) {
  const level = DIFFICULTIES.indexOf(difficulty);
  return (
    <span className={classes.mark}>
      <span className={classes.dots} aria-hidden="true">
        {DIFFICULTIES.map((name, index) => (
          <span key={name} className={classes.dot} data-on={index <= level || undefined} />
        ))}
      </span>
      {messages.difficulty[difficulty]}
    </span>
  );
}
