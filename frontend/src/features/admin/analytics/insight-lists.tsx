import { IconPencilPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnalyticsRange } from '../../../api/generated/model/analyticsRange';
import type { InsightsResponse } from '../../../api/generated/model/insightsResponse';
import { formatDate } from '@hub/shared/formats';
import { analyticsTexts } from '../../../messages/admin-analytics';
import { LoadError } from '../../../shared/errors/load-error';
import { PathLink } from '../../../shared/links';
import { useCan } from '../../../shared/session/session';
import { ButtonLink } from '../../../ui/button';
import { ListSkeleton } from '../../../ui/skeleton';
import { Panel } from '../../../ui/panel';
import { insightsQuery, topContentQuery } from './queries';
import classes from './insights.module.css';

const text = analyticsTexts.insights;
const kinds: Record<string, string> = analyticsTexts.kinds;

interface RowProps {
  title: ReactNode;
  notes: readonly string[];
  action?: ReactNode;
}

function Row({ title, notes, action }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.rowTitle}>{title}</div>
        <div className={classes.notes}>{notes.join(' · ')}</div>
      </div>
      {action}
    </li>
  );
}

interface RowsProps {
  empty: string;
  children: readonly ReactNode[];
}

const Rows = ({ empty, children }: RowsProps) =>
  children.length > 0 ? <ol className={classes.rows}>{children}</ol> : <p className={classes.empty}>{empty}</p>;

interface ResultProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> };
  failed: string;
  children: (data: Data) => ReactNode;
}

function Result<Data>({ query, failed, children }: ResultProps<Data>) {
  const { data, error, refetch } = query;
  if (data) return children(data);
  if (error) return <LoadError error={error} title={failed} onRetry={() => void refetch()} />;
  return <ListSkeleton rows={4} rowHeight="2.75rem" />;
}

/** The most viewed documents, videos and threads. */
export function TopContent({ range }: { range: AnalyticsRange }) {
  const query = useQuery(topContentQuery(range));
  const { top } = analyticsTexts;
  return (
    <Panel title={top.title} hint={top.hint}>
      <Result query={query} failed={top.loadFailed}>
        {({ items }) => (
          <Rows empty={top.empty}>
            {items.map(({ id, title, url, content_type, views }) => (
              <Row
                key={id}
                title={<PathLink href={url}>{title}</PathLink>}
                notes={[kinds[content_type] ?? content_type, top.views(views)]}
              />
            ))}
          </Rows>
        )}
      </Result>
    </Panel>
  );
}

function MissingContent({ queries }: { queries: InsightsResponse['zero_result_queries'] }) {
  const canWrite = useCan('content.create');
  return (
    <Rows empty={text.noSearches}>
      {queries.map(({ query, count, last_searched }) => (
        <Row
          key={query}
          title={query}
          notes={[text.searched(count), text.lastSearched(formatDate(last_searched))]}
          action={
            canWrite && (
              <ButtonLink
                to="/docs/create"
                search={{ title: query }}
                variant="default"
                size="sm"
                icon={<IconPencilPlus size={16} aria-hidden="true" />}
                aria-label={text.writeNamed(query)}
              >
                {text.write}
              </ButtonLink>
            )
          }
        />
      ))}
    </Rows>
  );
}

function Items({
  items,
  empty,
  note,
}: {
  items: InsightsResponse['confusing_content'];
  empty: string;
  note: (item: InsightsResponse['confusing_content'][number]) => string;
}) {
  return (
    <Rows empty={empty}>
      {items.map((item) => (
        <Row
          key={item.id}
          title={<PathLink href={item.url}>{item.title}</PathLink>}
          notes={[kinds[item.content_type] ?? item.content_type, note(item)]}
        />
      ))}
    </Rows>
  );
}

/** Searches without results, with a link to write what was missing. */
export function ZeroResultQueries({ range }: { range: AnalyticsRange }) {
  return (
    <Panel title={text.searches} hint={text.searchesHint}>
      <Result query={useQuery(insightsQuery(range))} failed={text.loadFailed}>
        {({ zero_result_queries }) => <MissingContent queries={zero_result_queries} />}
      </Result>
    </Panel>
  );
}

/** Published content that readers marked as confusing. */
export function ConfusingContent({ range }: { range: AnalyticsRange }) {
  return (
    <Panel title={text.confusing} hint={text.confusingHint}>
      <Result query={useQuery(insightsQuery(range))} failed={text.loadFailed}>
        {({ confusing_content }) => (
          <Items
            items={confusing_content}
            empty={text.noConfusing}
            note={({ confused_count }) => text.confused(confused_count)}
          />
        )}
      </Result>
    </Panel>
  );
}

/** Published content without a change for long. */
export function OutdatedContent({ range }: { range: AnalyticsRange }) {
  const query = useQuery(insightsQuery(range));
  return (
    <Panel title={text.outdated} hint={query.data && text.outdatedHint(query.data.outdated_days)}>
      <Result query={query} failed={text.loadFailed}>
        {({ outdated_content }) => (
          <Items
            items={outdated_content}
            empty={text.noOutdated}
            note={({ changed_at }) => text.changed(formatDate(changed_at))}
          />
        )}
      </Result>
    </Panel>
  );
}

/** Open threads without a reply. */
export function UnansweredThreads({ range }: { range: AnalyticsRange }) {
  return (
    <Panel title={text.unanswered} hint={text.unansweredHint}>
      <Result query={useQuery(insightsQuery(range))} failed={text.loadFailed}>
        {({ unanswered_threads }) => (
          <Rows empty={text.noUnanswered}>
            {unanswered_threads.map(({ id, title, url, created_at }) => (
              <Row
                key={id}
                title={<PathLink href={url}>{title}</PathLink>}
                notes={[text.asked(formatDate(created_at))]}
              />
            ))}
          </Rows>
        )}
      </Result>
    </Panel>
  );
}
