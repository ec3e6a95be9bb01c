import { searchTexts } from '../../../messages/en-search';
import classes from './palette.module.css';

const text = searchTexts.palette;

const keys = [
  [['↑', '↓'], text.move],
  [['↵'], text.open],
  [[text.escape], text.close],
] as const;

/** What the keys do, for those who look; screen readers tell it of every such list. */
export function PaletteKeys() {
  return (
    <div className={classes.keys} aria-hidden="true">
      {keys.map(([names, does]) => (
        <span key={does} className={classes.keyHint}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
          {does}
        </span>
      ))}
    </div>
  );
}
