import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import './styles/forms';

/** The browser's own list: every phone and screen reader knows what to do with it. */
export function SelectField(props: NativeSelectProps) {
  return <NativeSelect rightSection={<IconSelector size={16} aria-hidden="true" />} {...props} />;
}
