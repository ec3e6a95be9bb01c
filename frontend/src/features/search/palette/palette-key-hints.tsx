import { searchTexts } from '../../../messages/en-search';
import classes from './palette.module.css';

const text = searchTexts.palette;

const keys = [
  [['↑', '↓'], text.move],
  [['↵'], text.open],
  [[text.escape], text.close],
] as const;

/** Visible key hints; screen readers announce the keys of listboxes themselves. */
export function PaletteKeyHints() {
  return (
    <div className={classes.keys} aria-hidden="true">
      {keys.map(([names, description]) => (
        <span key={description} className={classes.keyHint}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
          {description}
        </span>
      ))}
    </div>
  );
}
