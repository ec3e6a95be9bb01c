import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { PageRefResponse } from '../../api/generated/model/pageRefResponse';
import { messages } from '../../messages/common';
import { getItemParam } from '../links';
import { useSession } from '../session/session';
import classes from './item-pages.module.css';
import type { ItemPages } from './item-pages';

interface NeighbourProps {
  page: PageRefResponse;
  rel: 'prev' | 'next';
}

function Neighbour({ page, rel }: NeighbourProps) {
  return (
    <Link
      to={page.type === 'video' ? '/videos/$id' : '/docs/$id'}
      params={{ id: getItemParam(page) }}
      rel={rel}
      className={classes.neighbour}
      data-rel={rel}
    >
      <span className={classes.direction}>{messages.doc[rel === 'prev' ? 'previousPage' : 'nextPage']}</span>
      <span dir="auto" className={classes.neighbourTitle}>
        {page.title}
      </span>
    </Link>
  );
}

/** A document of a series is ticked once its end was in view. Videos are watched instead. */
function useReadToEnd(end: RefObject<HTMLElement | null>, { id, type, category }: ItemPages['page']): void {
  const queryClient = useQueryClient();
  const isMember = useSession().user !== null;
  const categoryId = category.id;
  useEffect(() => {
    const element = end.current;
    if (!element || !isMember || type !== 'document') return;
    const watching = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      watching.disconnect();
      void import('./mark-done').then(({ markDone }) => markDone(queryClient, { type, id, categoryId }));
    });
    watching.observe(element);
    return () => {
      watching.disconnect();
    };
  }, [end, queryClient, isMember, type, id, categoryId]);
}

/** The pages before and after an item, at its end. */
export default function PageNeighbours({ page, neighbours: { previous, next } }: ItemPages) {
  const end = useRef<HTMLElement>(null);
  useReadToEnd(end, page);
  return (
    <nav ref={end} aria-label={messages.doc.neighbours} className={classes.neighbours}>
      {previous && <Neighbour page={previous} rel="prev" />}
      {next && <Neighbour page={next} rel="next" />}
    </nav>
  );
}
