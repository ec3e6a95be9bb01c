import { IconSearchOff } from '@tabler/icons-react';
import { messages } from '../../messages/en';
import { searchTexts } from '../../messages/en-search';
import { ButtonLink } from '../../ui/button-link';
import { StateView } from '../../ui/state-view';
import { isFiltered, type SearchFilters } from './search-params';

const text = searchTexts.empty;

export function NothingFound({ filters }: { filters: SearchFilters }) {
  const { q } = filters;
  if (q === undefined) {
    return (
      <StateView icon={<IconSearchOff size={24} />} title={text.category} text={text.categoryText}>
        <ButtonLink to="/search" look="default">
          {text.everywhere}
        </ButtonLink>
      </StateView>
    );
  }
  const filtered = isFiltered(filters);
  return (
    <StateView icon={<IconSearchOff size={24} />} title={text.title(q)} text={filtered ? text.filteredText : text.text}>
      {filtered && (
        <ButtonLink to="/search" search={{ q }} look="default">
          {messages.docs.clearFilters}
        </ButtonLink>
      )}
      <ButtonLink to="/docs" look={filtered ? 'quiet' : 'default'}>
        {text.browse}
      </ButtonLink>
    </StateView>
  );
}
