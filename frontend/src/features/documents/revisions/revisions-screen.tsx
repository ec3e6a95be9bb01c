import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { usePageTitle } from '../../../lib/page';
import { revisions as text } from '../../../messages/review';
import { documentQuery } from '../../../shared/content/document-cache';
import { getItemParam } from '../../../shared/links';
import { LoadMore } from '../../../shared/load-more';
import { PageHeading } from '../../../ui/page-heading';
import { revisionsQuery } from './queries';
import { RevisionComparison, SuggestionComparison } from './revision-comparison';
import { RevisionList } from './revision-list';
import { type RevisionsSearch, selectForComparison } from './search-params';
import classes from './revisions.module.css';

export function RevisionsScreen({ id, search }: { id: string; search: RevisionsSearch }) {
  const { data: document } = useSuspenseQuery(documentQuery(id));
  const query = useSuspenseInfiniteQuery(revisionsQuery(id));
  const navigate = useNavigate();
  usePageTitle(text.pageTitle(document.title));

  const revisions = query.data.pages.flatMap((page) => page.items);
  const chosen = [search.from, search.to].filter((version) => version !== undefined);
  // By default the last two versions are compared: the most recent change is what most users look for.
  const versions = revisions.map(({ version }) => version).filter((version) => version !== null);
  const latestVersions = versions.slice(0, 2);
  const compared = chosen.length === 0 && !search.revision ? latestVersions.toReversed() : chosen;
  const [from, to] = compared;

  return (
    <>
      <PageHeading title={text.title} description={document.title}>
        <Link to="/docs/$id" params={{ id: getItemParam(document) }}>
          {text.back}
        </Link>
      </PageHeading>
      <div className={classes.layout}>
        <div>
          <RevisionList
            document={document}
            revisions={revisions}
            compared={search.revision ? [search.revision] : compared}
            onCompare={(which) => {
              void navigate({
                to: '/docs/$id/revisions',
                params: { id },
                search: selectForComparison(compared, which),
                replace: true,
                resetScroll: false,
              });
            }}
          />
          <LoadMore query={query} />
        </div>
        <section aria-label={text.comparison} className={classes.comparison}>
          {search.revision ? (
            <SuggestionComparison key={search.revision} document={document} revision={search.revision} />
          ) : from !== undefined && to !== undefined ? (
            <RevisionComparison key={`${from}-${to}`} document={document} from={from} to={to} />
          ) : (
            <p className={classes.hint}>{versions.length < 2 ? text.onlyOne : text.chooseTwo}</p>
          )}
        </section>
      </div>
    </>
  );
}
