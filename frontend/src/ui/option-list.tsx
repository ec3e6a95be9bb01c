import { type ReactNode, useEffect } from 'react';
import classes from './option-list.module.css';

/**
 * The index the arrow keys move to, with wrap-around; undefined for other keys.
 * @param from -1 where "no option" is part of the cycle, 0 where an option is always active
 */
export function getNextOptionIndex(
  key: string,
  active: number,
  count: number,
  { from }: { from: -1 | 0 },
): number | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
  if (step === undefined || count === 0) return undefined;
  const places = count - from;
  return ((active - from + step + places) % places) + from;
}

interface OptionListProps<Option> {
  /** Id of the field; the ids of the list and its options derive from it. */
  id: string;
  label: string;
  options: readonly Option[];
  getKey: (option: Option) => string;
  /** The option selected by the arrow keys, or -1. */
  activeIndex: number;
  onSelect: (option: Option) => void;
  /** Positions the list below the field. */
  className?: string;
  children: (option: Option) => ReactNode;
}

/** The field's ARIA attributes. Without an active option the field itself is active. */
export const comboboxAttributes = (id: string, active: number) => ({
  'aria-autocomplete': 'list' as const,
  'aria-controls': `${id}-list`,
  'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
});

/** Suggestions for a text field. The focus stays in the field, which refers to the active option. */
export function OptionList<Option>(props: OptionListProps<Option>) {
  const { id, label, options, getKey, activeIndex, onSelect, className = '', children } = props;
  const activeId = activeIndex >= 0 && activeIndex < options.length ? `${id}-${activeIndex}` : undefined;
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
          key={getKey(option)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === activeIndex}
          className={classes.option}
          // Not onClick: the field would lose the focus first and close the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onSelect(option);
          }}
        >
          {children(option)}
        </li>
      ))}
    </ul>
  );
}
