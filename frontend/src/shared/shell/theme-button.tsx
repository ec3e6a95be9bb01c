import { messages } from '../../messages/en';
import { IconButton } from '../../ui/icon-button';
import { colorSchemeOptions, useColorScheme } from './color-scheme';

/** The color scheme toggle of guests, who have no menu: each press selects the next of light, dark and system. */
export function ThemeButton() {
  const { scheme, choose } = useColorScheme();
  const index = colorSchemeOptions.findIndex((choice) => choice.scheme === scheme);
  const current = colorSchemeOptions[index];
  const next = colorSchemeOptions[(index + 1) % colorSchemeOptions.length];
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
