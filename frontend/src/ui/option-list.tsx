import { useEffect, type ReactNode } from 'react';
import classes from './option-list.module.css';

interface OptionListProps<Option> {
  /** That of the field, from which the ids of the list and its options are made. */
  id: string;
  label: string;
  options: readonly Option[];
  keyOf: (option: Option) => string;
  /** Which one the arrow keys are at; -1 where none is. */
  active: number;
  onChoose: (option: Option) => void;
  /** Where it stands, below the field. */
  className?: string;
  children: (option: Option) => ReactNode;
}

/** What a field says of its list. Without an active option the field itself is what one is at. */
export const listAttributes = (id: string, active: number) => ({
  'aria-autocomplete': 'list' as const,
  'aria-controls': `${id}-list`,
  'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
});

/** What can be chosen for what is typed; the focus stays in the field, which names the option the arrow keys are at. */
export function OptionList<Option>(props: OptionListProps<Option>) {
  const { id, label, options, keyOf, active, onChoose, className = '', children } = props;
  const activeId = active >= 0 && active < options.length ? `${id}-${active}` : undefined;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <ul
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className={`${classes.list} ${className}`}
      hidden={options.length === 0}
    >
      {options.map((option, index) => (
        <li
          key={keyOf(option)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes.option}
          // Before the field loses the focus and closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {children(option)}
        </li>
      ))}
    </ul>
  );
}
