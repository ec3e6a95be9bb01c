import { Switch, type SwitchProps } from '@mantine/core';
import './styles/forms';
import '@mantine/core/styles/Switch.layer.css';
import './toggle.css';

/** On or off: a checkbox underneath, announced as a switch. */
export function Toggle(props: SwitchProps) {
  return <Switch withThumbIndicator={false} {...props} />;
}
