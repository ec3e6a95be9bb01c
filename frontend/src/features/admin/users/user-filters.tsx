import { useQuery } from '@tanstack/react-query';
import { peopleTexts } from '../../../messages/admin-people';
import { groupTexts } from '../../../messages/groups';
import { userTexts } from '../../../messages/users';
import { groupFilterQuery } from '../../../shared/groups/queries';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { FilterField, SearchField, toOptions } from '../../../ui/fields';
import { USER_SORTS, USER_STATES, type UsersSearch } from './users-search';
import classes from './users.module.css';

const text = peopleTexts.filters;

interface UserFiltersProps {
  search: UsersSearch;
  onChange: (change: Partial<UsersSearch>) => void;
}

/** Absent on hubs without groups. */
function GroupFilter({ value, onChange }: { value: string | undefined; onChange: (group?: string) => void }) {
  const { data = [] } = useQuery(groupFilterQuery);
  if (data.length === 0) return null;
  return (
    <FilterField
      label={groupTexts.user.filter}
      allLabel={groupTexts.user.allGroups}
      value={value}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  );
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
      <GroupFilter
        value={search.group}
        onChange={(group) => {
          onChange({ group });
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
