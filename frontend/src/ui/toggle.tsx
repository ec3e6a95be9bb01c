import { Switch, type SwitchProps } from '@mantine/core';
import './styles/forms';
import '@mantine/core/styles/Switch.layer.css';

/** A checkbox that is announced as a switch. */
export function Toggle(props: SwitchProps) {
  return <Switch withThumbIndicator={false} {...props} />;
}
