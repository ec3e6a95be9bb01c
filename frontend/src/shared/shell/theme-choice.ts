import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react';
import { messages } from '../../messages/en';

type Scheme = 'light' | 'dark' | 'auto';

export const themeChoices: readonly { scheme: Scheme; label: string; icon: Icon }[] = [
  { scheme: 'light', label: messages.theme.light, icon: IconSun },
  { scheme: 'dark', label: messages.theme.dark, icon: IconMoon },
  { scheme: 'auto', label: messages.theme.system, icon: IconDeviceDesktop },
];

export function useThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { scheme: colorScheme, choose: setColorScheme };
}
