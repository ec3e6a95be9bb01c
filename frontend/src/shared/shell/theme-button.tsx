import { messages } from '../../messages/en';
import { IconButton } from '../../ui/icon-button';
import { themeChoices, useThemeChoice } from './theme-choice';

/** For guests, who have no menu: each press goes to the next of light, dark and system. */
export function ThemeButton() {
  const { scheme, choose } = useThemeChoice();
  const index = themeChoices.findIndex((choice) => choice.scheme === scheme);
  const current = themeChoices[index];
  const next = themeChoices[(index + 1) % themeChoices.length];
  if (!current || !next) return null;
  return (
    <IconButton
      aria-label={messages.theme.switchTo(current.label, next.label)}
      onClick={() => {
        choose(next.scheme);
      }}
    >
      <current.icon size={18} aria-hidden="true" />
    </IconButton>
  );
}
