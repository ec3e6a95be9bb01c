import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import './styles/forms';

/** A native select, which phones and screen readers support best. */
export function SelectField(props: NativeSelectProps) {
  return <NativeSelect rightSection={<IconSelector size={16} aria-hidden="true" />} {...props} />;
}
