import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { forum } from '../../messages/forum';
import classes from './page-links.module.css';

const text = forum.pages;

/** Pages on both sides of the current one. */
const NEIGHBOURS = 1;

/** The page numbers to show; undefined marks a gap. */
export function getPageNumbers(page: number, pages: number): (number | undefined)[] {
  const isShown = (number: number) => number === 1 || number === pages || Math.abs(number - page) <= NEIGHBOURS;
  const shown = [
    1,
    ...Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, index) => page - NEIGHBOURS + index),
    pages,
  ].filter((number, index, all) => number >= 1 && number <= pages && isShown(number) && all.indexOf(number) === index);
  return shown.flatMap((number, index) => {
    const gap = number - (shown[index - 1] ?? number);
    // A gap of a single page is as wide as its number.
    if (gap === 2) return [number - 1, number];
    return gap > 2 ? [undefined, number] : [number];
  });
}

/** Moves the focus to the top of a list when its page changes, because the link that was pressed may be gone. */
export function useFocusOnPageChange(page: number) {
  const list = useRef<HTMLHeadingElement>(null);
  const lastPage = useRef(page);
  useEffect(() => {
    if (lastPage.current === page) return;
    lastPage.current = page;
    // A linked element takes the focus itself.
    if (!window.location.hash) list.current?.focus({ preventScroll: true });
  }, [page]);
  return list;
}

type PageLink = Pick<LinkProps, 'to' | 'params' | 'search'>;

interface PageLinksProps {
  page: number;
  pages: number;
  /** The link to a page by its number. */
  getLink: (page: number) => PageLink;
  /** The link to a neighbouring page; by number if absent, null if there is none. */
  previous?: PageLink | null;
  next?: PageLink | null;
  /** The second one of a screen, above the list. */
  isAbove?: boolean;
}

function Step({ link, label, rel }: { link: PageLink | null; label: string; rel: 'prev' | 'next' }) {
  if (!link) {
    return (
      <span className={classes.link} data-disabled>
        {label}
      </span>
    );
  }
  return (
    <Link {...link} rel={rel} activeProps={{}} className={classes.link}>
      {label}
    </Link>
  );
}

/** Previous, page numbers and next. Nothing if there is one page only. */
export function PageLinks({ page, pages, getLink, isAbove = false, ...steps }: PageLinksProps) {
  const { previous = page > 1 ? getLink(page - 1) : null, next = page < pages ? getLink(page + 1) : null } = steps;
  if (pages <= 1 && !previous && !next) return null;
  return (
    <nav aria-label={isAbove ? text.labelAbove : text.label} className={classes.pages}>
      <Step link={previous} label={text.previous} rel="prev" />
      <ol className={classes.numbers}>
        {getPageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap ${index}`}>
            {number === undefined ? (
              <span className={classes.gap} aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                {...getLink(number)}
                activeProps={{}}
                aria-label={text.page(number)}
                aria-current={number === page ? 'page' : undefined}
                data-current={number === page || undefined}
                className={classes.link}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step link={next} label={text.next} rel="next" />
    </nav>
  );
}
