import { createAccent } from '../../../lib/accent';
import { isHexColor } from '../../../lib/color';
import { settingsTexts } from '../../../messages/admin-settings';
import classes from './settings.module.css';

const text = settingsTexts.general;

/** A link, a button and a selected item in the shades of an accent color, in both color schemes. */
export function AccentSamples({ color }: { color: string }) {
  if (!isHexColor(color)) return null;
  const { shades, dark, darkTint } = createAccent(color);
  const samples = [
    { label: text.sampleLight, scheme: 'light', link: shades[7], fill: shades[7], tint: shades[0] },
    { label: text.sampleDark, scheme: 'dark', link: dark, fill: shades[4], tint: darkTint },
  ] as const;
  return (
    <div role="img" aria-label={text.samples} className={classes.samples}>
      {samples.map(({ label, scheme, link, fill, tint }) => (
        <div key={scheme} className={classes.sample} style={{ colorScheme: scheme }}>
          <span>{label}</span>
          <span className={classes.sampleLink} style={{ color: link }}>
            {text.sampleLink}
          </span>
          <span className={classes.sampleButton} data-scheme={scheme} style={{ background: fill }}>
            {text.sampleButton}
          </span>
          <span className={classes.sampleButton} style={{ background: tint, color: link }}>
            {text.sampleTint}
          </span>
        </div>
      ))}
    </div>
  );
}
