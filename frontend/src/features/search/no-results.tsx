import { IconFolderOff, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { messages } from '../../messages/common';
import { listFilters } from '../../messages/list-filters';
import { searchTexts } from '../../messages/search';
import { useSelectedCategory } from '../../shared/categories/queries';
import { useCan, useSession } from '../../shared/session/session';
import { openSignIn } from '../../shared/session/sign-in-request';
import { ButtonLink } from '../../ui/button';
import { StateView } from '../../ui/state-view';
import { isolate } from '../../ui/isolate';
import { isFiltered } from './filters';
import type { SearchFilters } from './search-params';

const text = searchTexts.empty;

/** The people search is not available to guests. */
function PeopleSearchHidden({ filters }: { filters: SearchFilters }) {
  return (
    <StateView icon={<IconUsers size={24} />} title={text.peopleTitle} text={text.peopleText}>
      <ButtonLink to="/login" onClick={openSignIn({ reason: 'login' })}>
        {messages.access.signIn}
      </ButtonLink>
      <ButtonLink to="/search" search={{ ...filters, type: undefined }} variant="default">
        {text.content}
      </ButtonLink>
    </StateView>
  );
}

function CategoryNotFound({ filters }: { filters: SearchFilters }) {
  return (
    <StateView
      icon={<IconFolderOff size={24} />}
      title={listFilters.missingCategoryTitle}
      text={listFilters.missingCategoryText}
    >
      <ButtonLink to="/search" search={{ ...filters, category: undefined }} variant="default">
        {listFilters.allCategories}
      </ButtonLink>
    </StateView>
  );
}

export function NoResults({ filters }: { filters: SearchFilters }) {
  const { user } = useSession();
  const canWrite = useCan('content.create');
  const { isMissing } = useSelectedCategory(filters.category);
  const { q } = filters;
  if (filters.type === 'user' && !user) return <PeopleSearchHidden filters={filters} />;
  if (isMissing) return <CategoryNotFound filters={filters} />;
  if (q === undefined) {
    return (
      <StateView icon={<IconSearchOff size={24} />} title={text.category} text={text.categoryText}>
        <ButtonLink to="/search" variant="default">
          {text.everywhere}
        </ButtonLink>
      </StateView>
    );
  }
  const filtered = isFiltered(filters);
  return (
    <StateView
      icon={<IconSearchOff size={24} />}
      title={isolate(text.title, q)}
      text={filtered ? text.filteredText : text.text}
    >
      {filtered && (
        <ButtonLink to="/search" search={{ q }} variant="default">
          {listFilters.clearFilters}
        </ButtonLink>
      )}
      <ButtonLink to="/community" variant={filtered ? 'subtle' : 'default'}>
        {text.ask}
      </ButtonLink>
      {canWrite && (
        <ButtonLink to="/docs/create" search={{ title: q }} variant="subtle">
          {text.write}
        </ButtonLink>
      )}
    </StateView>
  );
}
