import { TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { auditTexts as text } from '../../../messages/admin-audit';
import { ClearFilters } from '../../../shared/content-list/clear-filters';
import { FilterField } from '../../../ui/fields';
import { ActorField } from './actor-field';
import { auditActions, nameAction } from './audit-sentences';
import classes from './audit-log.module.css';
import { type AuditSearch, isFiltered } from './search-params';

const actionOptions = auditActions.map((value) => ({ value, label: nameAction(value) }));
const typeOptions = Object.entries(text.subjects).map(([value, label]) => ({ value, label }));

interface DayFieldProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      className={classes.day}
      value={value ?? ''}
      onChange={(event) => {
        onChange(event.currentTarget.value || undefined);
      }}
    />
  );
}

interface AuditFiltersProps {
  search: AuditSearch;
  /** The name of the user in the filter, where an entry shows it. */
  actorName: string | undefined;
  onChange: (search: AuditSearch) => void;
}

interface ChipProps {
  label: string;
  onRemove: () => void;
}

function Chip({ label, onRemove }: ChipProps) {
  return (
    <button type="button" className={classes.chip} aria-label={text.removeFilter(label)} onClick={onRemove}>
      <span>{label}</span>
      <IconX size={14} aria-hidden="true" />
    </button>
  );
}

/** All filters are in the address. A changed filter starts from the newest entries. */
export function AuditFilters({ search, actorName, onChange }: AuditFiltersProps) {
  const change = (part: AuditSearch) => {
    onChange({ ...search, before: undefined, after: undefined, ...part });
  };
  const actorLabel = search.actor === 'system' ? text.onlySystem : actorName && text.onlyActor(actorName);
  return (
    <div role="group" aria-label={text.filters} className={classes.filters}>
      {search.actor === undefined ? (
        <ActorField
          onSelect={(actor) => {
            change({ actor });
          }}
        />
      ) : (
        <Chip
          label={actorLabel ?? text.onlyThisUser}
          onRemove={() => {
            change({ actor: undefined });
          }}
        />
      )}
      <FilterField
        label={text.action}
        allLabel={text.allActions}
        value={auditActions.find((action) => action === search.action)}
        options={actionOptions}
        onChange={(action) => {
          change({ action });
        }}
      />
      {search.id === undefined ? (
        <FilterField
          label={text.type}
          allLabel={text.allTypes}
          value={search.type}
          options={typeOptions}
          onChange={(type) => {
            change({ type });
          }}
        />
      ) : (
        <Chip
          label={text.onlySubject}
          onRemove={() => {
            change({ type: undefined, id: undefined });
          }}
        />
      )}
      <div className={classes.days}>
        <DayField
          label={text.from}
          value={search.from}
          onChange={(from) => {
            change({ from });
          }}
        />
        <DayField
          label={text.to}
          value={search.to}
          onChange={(to) => {
            change({ to });
          }}
        />
      </div>
      <ClearFilters
        isFiltered={isFiltered(search)}
        onClear={() => {
          onChange({});
        }}
      />
    </div>
  );
}
