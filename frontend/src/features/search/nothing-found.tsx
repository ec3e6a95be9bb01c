import { IconFolderOff, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { messages } from '../../messages/en';
import { listTexts } from '../../messages/en-lists';
import { searchTexts } from '../../messages/en-search';
import { useChosenCategory } from '../../shared/categories/use-chosen-category';
import { useSession } from '../../shared/session/session';
import { ButtonLink } from '../../ui/button-link';
import { StateView } from '../../ui/state-view';
import { isFiltered, type SearchFilters } from './search-params';

const text = searchTexts.empty;

/** Guests find nobody, whatever they type. */
function PeopleHidden({ filters }: { filters: SearchFilters }) {
  return (
    <StateView icon={<IconUsers size={24} />} title={text.peopleTitle} text={text.peopleText}>
      <ButtonLink to="/login">{messages.nav.login}</ButtonLink>
      <ButtonLink to="/search" search={{ ...filters, type: undefined }} look="default">
        {text.content}
      </ButtonLink>
    </StateView>
  );
}

function CategoryGone({ filters }: { filters: SearchFilters }) {
  return (
    <StateView icon={<IconFolderOff size={24} />} title={listTexts.goneCategoryTitle} text={listTexts.goneCategoryText}>
      <ButtonLink to="/search" search={{ ...filters, category: undefined }} look="default">
        {listTexts.allCategories}
      </ButtonLink>
    </StateView>
  );
}

export function NothingFound({ filters }: { filters: SearchFilters }) {
  const { user } = useSession();
  const { isGone } = useChosenCategory(filters.category);
  const { q } = filters;
  if (filters.type === 'user' && !user) return <PeopleHidden filters={filters} />;
  if (isGone) return <CategoryGone filters={filters} />;
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
