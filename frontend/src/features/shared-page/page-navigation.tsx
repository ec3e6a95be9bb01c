import { Link } from '@tanstack/react-router';
import type { SharedPageResponse } from '../../api/generated/model/sharedPageResponse';
import { sharedPage as text } from '../../messages/shared-page';
import classes from './page-navigation.module.css';

interface NavigationProps {
  token: string;
  pages: readonly SharedPageResponse[];
  /** The id of the current page; undefined for the first. */
  page: string | undefined;
}

const findCurrent = ({ pages, page }: NavigationProps): number =>
  Math.max(
    0,
    pages.findIndex(({ id }) => id === page),
  );

function PageLink({ token, page: { id, depth, title }, isCurrent = false }: PageLinkProps) {
  return (
    <Link
      to="/s/$token"
      params={{ token }}
      search={{ page: depth === 0 ? undefined : id }}
      preload={false}
      activeOptions={{ includeSearch: true }}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <bdi>{title}</bdi>
    </Link>
  );
}

interface PageLinkProps {
  token: string;
  page: SharedPageResponse;
  isCurrent?: boolean;
}

/** All pages that the link opens. */
export function PageList(props: NavigationProps) {
  const current = findCurrent(props);
  return (
    <details className={classes.list}>
      <summary>{text.pages(props.pages.length)}</summary>
      <nav aria-label={text.pagesLabel}>
        <ul>
          {props.pages.map((page, index) => (
            <li key={page.id} style={{ paddingInlineStart: `${page.depth}rem` }}>
              <PageLink token={props.token} page={page} isCurrent={index === current} />
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

/** The pages before and after the current one. */
export function PageNeighbours(props: NavigationProps) {
  const current = findCurrent(props);
  const [previous, next] = [props.pages[current - 1], props.pages[current + 1]];
  return (
    <nav aria-label={text.neighbours} className={classes.neighbours}>
      {previous && (
        <div>
          <span>{text.previous}</span>
          <PageLink token={props.token} page={previous} />
        </div>
      )}
      {next && (
        <div data-next>
          <span>{text.next}</span>
          <PageLink token={props.token} page={next} />
        </div>
      )}
    </nav>
  );
}
