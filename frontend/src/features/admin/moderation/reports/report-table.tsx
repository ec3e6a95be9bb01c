import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReportedType } from '../../../../api/generated/model/reportedType';
import type { ReportResponse } from '../../../../api/generated/model/reportResponse';
import type { ReportState } from '../../../../api/generated/model/reportState';
import { formatDateTime } from '@hub/shared/formats';
import { moderationQueue, reportTexts as text } from '../../../../messages/admin-moderation';
import { LoadError } from '../../../../shared/errors/load-error';
import { UserLink } from '../../../../shared/links';
import { LoadMore } from '../../../../shared/load-more';
import { ButtonLink } from '../../../../ui/button';
import { insertElements } from '../../../../ui/isolate';
import { ListSkeleton } from '../../../../ui/skeleton';
import { Table } from '../../../../ui/table';
import { EmptyReports } from './empty-reports';
import { ReportedItem } from './reported-item';
import { reportsQuery } from './queries';
import { RestoreButton } from './restore-button';
import classes from './reports.module.css';

function Decided({ report: { decided_at, decided_by_name } }: { report: ReportResponse }) {
  const decidedAt = decided_at && <time dateTime={decided_at}>{formatDateTime(decided_at)}</time>;
  return (
    <td data-label={text.decided} className={classes.date}>
      {/* One element, which wraps beside the label of a card. */}
      <span className={classes.person}>
        {decided_by_name
          ? insertElements((time, name) => text.decidedBy({ time, name }), decidedAt, <bdi>{decided_by_name}</bdi>)
          : insertElements(text.whenDeleted, decidedAt)}
      </span>
    </td>
  );
}

function ReportRow({ report }: { report: ReportResponse }) {
  const { item_id: id, item_type: type, title, state } = report;
  return (
    <tr>
      <td data-label={text.item} data-main className={classes.item}>
        <ReportedItem item={{ ...report, type }} />
      </td>
      <td data-label={text.reason} data-stacked className={classes.reason}>
        <span dir="auto">{report.reason}</span>
      </td>
      <td data-label={text.reporter} className={classes.person}>
        <UserLink id={report.reporter_id} name={report.reporter_name} />
      </td>
      <td data-label={text.reportedAt} className={classes.date}>
        <time dateTime={report.created_at}>{formatDateTime(report.created_at)}</time>
      </td>
      {state !== 'open' && <Decided report={report} />}
      <td data-actions>
        {state === 'open' && (
          <ButtonLink
            variant="default"
            size="sm"
            to="/admin/moderation"
            search={{ item: `report-${id}` }}
            aria-label={text.moderateNamed(title ?? moderationQueue.typeNames[type])}
          >
            {text.moderate}
          </ButtonLink>
        )}
        {state !== 'open' && report.is_hidden && title !== null && (
          <RestoreButton item={{ id, type, title, hasOpenReports: false }} />
        )}
      </td>
    </tr>
  );
}

/** The reports in one state. */
export function ReportTable({ state, type }: { state: ReportState; type: ReportedType | undefined }) {
  const query = useInfiniteQuery(reportsQuery(state, type));
  if (!query.data) {
    return query.error ? (
      <LoadError error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <ListSkeleton rows={5} rowHeight="3.5rem" />
    );
  }
  const reports = query.data.pages.flatMap(({ items }) => items);
  if (reports.length === 0) return <EmptyReports view={state} isFiltered={type !== undefined} />;
  const columns = [text.item, text.reason, text.reporter, text.reportedAt];
  return (
    <>
      <Table columns={state === 'open' ? columns : [...columns, text.decided]}>
        {reports.map((report) => (
          <ReportRow key={report.id} report={report} />
        ))}
      </Table>
      <LoadMore query={query} />
    </>
  );
}
