import { peopleTexts } from '../../../messages/admin-people';
import { userTexts } from '../../../messages/users';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { FilterField, SearchField, toOptions } from '../../../ui/fields';
import { USER_SORTS, USER_STATES, type UsersSearch } from './users-search';
import classes from './users.module.css';

const text = peopleTexts.filters;

interface UserFiltersProps {
  search: UsersSearch;
  onChange: (change: Partial<UsersSearch>) => void;
}

export function UserFilters({ search, onChange }: UserFiltersProps) {
  const roles = useRoleOptions();
  return (
    <div className={classes.filters}>
      <SearchField
        label={userTexts.users.search}
        placeholder={userTexts.users.searchPlaceholder}
        value={search.q ?? ''}
        onSearch={(q) => {
          onChange({ q: q || undefined });
        }}
      />
      <FilterField
        label={text.role}
        allLabel={text.allRoles}
        value={search.role}
        options={roles}
        onChange={(role) => {
          onChange({ role });
        }}
      />
      <FilterField
        label={text.state}
        allLabel={text.allStates}
        value={search.state}
        options={toOptions(USER_STATES, text.states)}
        onChange={(state) => {
          onChange({ state });
        }}
      />
      <FilterField
        label={text.sort}
        value={search.sort ?? 'newest'}
        options={toOptions(USER_SORTS, text.sorts)}
        onChange={(sort) => {
          onChange({ sort: sort === 'newest' ? undefined : sort });
        }}
      />
    </div>
  );
}
