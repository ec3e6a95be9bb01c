import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SeriesProgressResponse } from '../../api/generated/model/seriesProgressResponse';
import { categoryTexts as text } from '../../messages/categories';
import { getItemParam } from '../../shared/links';
import { PageTree } from '../../shared/page-tree/page-tree';
import { useSession } from '../../shared/session/session';
import { ProgressBar } from '../../ui/progress-bar';
import { Section } from '../../ui/section';
import stretched from '../../ui/styles/stretched-link.module.css';
import classes from './categories.module.css';
import { seriesProgressQuery } from './queries';

function Progress({ next, done, total }: SeriesProgressResponse) {
  const label = text.seriesProgress({ done, total });
  return (
    <div className={classes.progress}>
      <div className={classes.next}>
        {next ? (
          <>
            <p className={classes.nextLabel}>{done > 0 ? text.continueSeries : text.startSeries}</p>
            <Link
              dir="auto"
              to={next.type === 'video' ? '/videos/$id' : '/docs/$id'}
              params={{ id: getItemParam(next) }}
              className={`${stretched.link} ${classes.nextTitle}`}
            >
              {next.title}
            </Link>
          </>
        ) : (
          <p className={classes.nextTitle}>{text.seriesDone}</p>
        )}
      </div>
      <span className={classes.nextLabel}>{label}</span>
      <ProgressBar label={label} percent={Math.round((100 * done) / total)} />
    </div>
  );
}

/** Where a member continues. It keeps its height free while it loads; without it the pages are enough. */
function OwnProgress({ categoryId }: { categoryId: string }) {
  const { data, isPending } = useQuery(seriesProgressQuery(categoryId));
  if (isPending) return <div className={classes.progressSlot} />;
  return data && data.total > 0 ? <Progress {...data} /> : null;
}

/** All pages of a series in their order, with what the member has read or watched to the end. */
export function SeriesPages({ category }: { category: { id: string; title: string } }) {
  const { user } = useSession();
  return (
    <Section title={text.pages}>
      {user && <OwnProgress categoryId={category.id} />}
      <PageTree category={category} isLarge />
    </Section>
  );
}
