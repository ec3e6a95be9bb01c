import { Tabs as MantineTabs } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { messages } from '../messages/common';
import classes from './tabs.module.css';

interface TabsProps<Value extends string> {
  label: string;
  /** The id of the element that shows the selected tab's content. */
  panelId: string;
  value: Value;
  options: readonly { value: Value; label: string; count?: string | undefined }[];
  onChange: (value: Value) => void;
}

/** Only the list of tabs: the screens keep the panels, some of which stay mounted while hidden. */
export function Tabs<Value extends string>({ label, panelId, value, options, onChange }: TabsProps<Value>) {
  return (
    <MantineTabs
      value={value}
      onChange={(next) => {
        const option = options.find((one) => one.value === next);
        if (option) onChange(option.value);
      }}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <MantineTabs.List aria-label={label}>
        {options.map((option) => (
          <MantineTabs.Tab key={option.value} value={option.value} aria-controls={panelId}>
            {option.count === undefined
              ? option.label
              : messages.common.labelWithCount({ label: option.label, count: option.count })}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
    </MantineTabs>
  );
}
