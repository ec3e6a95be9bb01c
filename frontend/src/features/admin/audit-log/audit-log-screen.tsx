import { IconClipboardList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AuditLogResponse } from '../../../api/generated/model/auditLogResponse';
import { usePageTitle } from '../../../lib/page';
import { auditTexts as text } from '../../../messages/admin-audit';
import { LoadError } from '../../../shared/errors/load-error';
import { Button } from '../../../ui/button';
import { PageHeading } from '../../../ui/page-heading';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { AuditFilters } from './audit-filters';
import classes from './audit-log.module.css';
import { auditActions } from './audit-sentences';
import { AuditTable } from './audit-table';
import { ExportMenu } from './export-menu';
import { auditLogQuery } from './queries';
import { type AuditSearch, isFiltered } from './search-params';

interface EntriesProps {
  search: AuditSearch;
  data: AuditLogResponse;
  onChange: (search: AuditSearch) => void;
}

function Entries({ search, data: { entries, next, previous }, onChange }: EntriesProps) {
  if (entries.length === 0) {
    const [title, hint] = isFiltered(search) ? [text.noMatch, text.noMatchText] : [text.empty, text.emptyText];
    return <StateView icon={<IconClipboardList size={24} />} title={title} text={hint} />;
  }
  return (
    <>
      <AuditTable entries={entries} search={search} />
      {(previous ?? next) !== null && (
        <nav aria-label={text.pages} className={classes.pager}>
          <Button
            variant="default"
            isRepeatable
            disabled={previous === null}
            onClick={() => {
              onChange({ ...search, before: undefined, after: previous ?? undefined });
            }}
          >
            {text.newer}
          </Button>
          <Button
            variant="default"
            isRepeatable
            disabled={next === null}
            onClick={() => {
              onChange({ ...search, before: next ?? undefined, after: undefined });
            }}
          >
            {text.older}
          </Button>
        </nav>
      )}
    </>
  );
}

/** Ignores an action or a type that does not exist, as the selects show. */
const withKnownFilters = ({ action, type, ...search }: AuditSearch): AuditSearch => ({
  ...search,
  action: auditActions.find((known) => known === action),
  // A link to the entries about one subject works for types that this version of the frontend does not know.
  type: type !== undefined && (search.id !== undefined || Object.hasOwn(text.subjects, type)) ? type : undefined,
});

export function AuditLogScreen({ search: given }: { search: AuditSearch }) {
  const search = withKnownFilters(given);
  const navigate = useNavigate();
  usePageTitle(text.title);
  const { data, error, refetch, isPlaceholderData } = useQuery(auditLogQuery(search));
  const change = (next: AuditSearch) => void navigate({ to: '/admin/audit-log', search: next });
  const actorName = data?.entries.find(({ actor_id }) => actor_id === search.actor)?.actor_name;
  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        <ExportMenu search={search} />
      </PageHeading>
      <AuditFilters search={search} actorName={actorName} onChange={change} />
      {data && (
        <div aria-busy={isPlaceholderData} className={classes.entries}>
          <Entries search={search} data={data} onChange={change} />
        </div>
      )}
      {!data && error && <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={10} rowHeight="2.75rem" />}
    </>
  );
}
