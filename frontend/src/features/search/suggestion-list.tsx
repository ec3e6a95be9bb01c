import type { SuggestionResponse } from '../../api/generated/model/suggestionResponse';
import { markWords } from '../../lib/mark-words';
import { searchTexts as text } from '../../messages/en-search';
import { kindIcons } from './kinds';
import { Marked } from './marked';
import classes from './search-box.module.css';

interface SuggestionListProps {
  /** That of the box, from which its own and those of its options are made. */
  id: string;
  found: readonly SuggestionResponse[];
  active: number;
  words: readonly string[];
  onChoose: (url: string) => void;
}

/** Titles below the box; the focus stays in that, which names the option the arrow keys are at. */
export function SuggestionList({ id, found, active, words, onChoose }: SuggestionListProps) {
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={text.suggestions} className={classes.list} hidden={!found.length}>
      {found.map(({ type, id: item, title, url }, index) => {
        const Icon = kindIcons[type];
        return (
          <li
            key={`${type} ${item}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.option}
            // Before the box loses the focus and closes the list.
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(url);
            }}
          >
            <Icon size={16} stroke={1.75} aria-hidden="true" />
            <span>
              <Marked parts={markWords(title, words)} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
