import type { SuggestionResponse } from '../../api/generated/model/suggestionResponse';
import { markWords } from '../../lib/mark-words';
import { searchTexts as text } from '../../messages/en-search';
import { OptionList } from '../../ui/option-list';
import { kindIcons } from './kinds';
import { Marked } from './marked';
import classes from './search-box.module.css';

interface SuggestionListProps {
  /** That of the box. */
  id: string;
  found: readonly SuggestionResponse[];
  active: number;
  words: readonly string[];
  onChoose: (url: string) => void;
}

/** Titles below the box. */
export function SuggestionList({ id, found, active, words, onChoose }: SuggestionListProps) {
  return (
    <OptionList
      id={id}
      label={text.suggestions}
      options={found}
      keyOf={(one) => `${one.type} ${one.id}`}
      active={active}
      onChoose={({ url }) => {
        onChoose(url);
      }}
      className={classes.list}
    >
      {({ type, title }) => {
        const Icon = kindIcons[type];
        return (
          <>
            <Icon size={16} stroke={1.75} aria-hidden="true" className={classes.kind} />
            <span>
              <Marked parts={markWords(title, words)} />
            </span>
          </>
        );
      }}
    </OptionList>
  );
}
