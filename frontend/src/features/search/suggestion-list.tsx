import type { SuggestionResponse } from '../../api/generated/model/suggestionResponse';
import { highlightWords } from '../../lib/highlight-words';
import { searchTexts as text } from '../../messages/en-search';
import { OptionList } from '../../ui/option-list';
import { iconsByType } from './type-icons';
import { HighlightedText } from './highlighted-text';
import classes from './search-box.module.css';

interface SuggestionListProps {
  /** The id of the listbox. */
  id: string;
  suggestions: readonly SuggestionResponse[];
  activeIndex: number;
  words: readonly string[];
  onSelect: (url: string) => void;
}

export function SuggestionList({ id, suggestions, activeIndex, words, onSelect }: SuggestionListProps) {
  return (
    <OptionList
      id={id}
      label={text.suggestions}
      options={suggestions}
      getKey={(one) => `${one.type} ${one.id}`}
      activeIndex={activeIndex}
      onSelect={({ url }) => {
        onSelect(url);
      }}
      className={classes.list}
    >
      {({ type, title }) => {
        const Icon = iconsByType[type];
        return (
          <>
            <Icon size={16} stroke={1.75} aria-hidden="true" className={classes.kind} />
            <span>
              <HighlightedText parts={highlightWords(title, words)} />
            </span>
          </>
        );
      }}
    </OptionList>
  );
}
