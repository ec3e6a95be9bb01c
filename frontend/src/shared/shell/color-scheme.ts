import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react';
import { messages } from '../../messages/en';

type ColorScheme = 'light' | 'dark' | 'auto';

export const colorSchemeOptions: readonly { scheme: ColorScheme; label: string; icon: Icon }[] = [
  { scheme: 'light', label: messages.theme.light, icon: IconSun },
  { scheme: 'dark', label: messages.theme.dark, icon: IconMoon },
  { scheme: 'auto', label: messages.theme.system, icon: IconDeviceDesktop },
];

export function useColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { scheme: colorScheme, choose: setColorScheme };
}
