import { useDebouncedValue } from '@mantine/hooks';
import { type Icon, IconExternalLink, IconFileText, IconMessages, IconVideo } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { getListSimilarItemsQueryKey, listSimilarItems } from '../../../api/generated/forum-writing/forum-writing';
import type { SimilarItemResponse } from '../../../api/generated/model/similarItemResponse';
import type { SimilarItemType } from '../../../api/generated/model/similarItemType';
import { THREAD_TITLE_MAX } from '@hub/shared/limits';
import { similarTexts as text } from '../../../messages/forum-similar';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { ThreadMarkers } from '../thread-markers';
import classes from './similar-items.module.css';

const DEBOUNCE_MS = 400;
const MIN_WORDS = 3;
const MIN_LENGTH = 12;

const icons: Record<SimilarItemType, Icon> = { thread: IconMessages, document: IconFileText, video: IconVideo };

const isLongEnough = (title: string): boolean =>
  title.length <= THREAD_TITLE_MAX && (title.length >= MIN_LENGTH || title.split(/\s+/).length >= MIN_WORDS);

/** Failures yield nothing, because they must not interrupt typing. */
function useSimilarItems(input: string): readonly SimilarItemResponse[] {
  const title = input.trim();
  const [debouncedTitle] = useDebouncedValue(title, DEBOUNCE_MS);
  const params = { title: debouncedTitle };
  const { data = [] } = useQuery({
    queryKey: getListSimilarItemsQueryKey(params),
    queryFn: ({ signal }) => listSimilarItems(params, { signal }),
    enabled: isLongEnough(debouncedTitle),
    // The list stays until there is another one.
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isLongEnough(title) && isLongEnough(debouncedTitle) ? data : [];
}

function SimilarItem({ item: { type, title, url, is_solved, reply_count } }: { item: SimilarItemResponse }) {
  const TypeIcon = icons[type];
  return (
    <li className={classes.item}>
      <TypeIcon size={18} role="img" aria-label={text.types[type]} className={classes.icon} />
      <div className={classes.text}>
        <a href={url} target="_blank" rel="noopener" className={classes.link}>
          <bdi>{title}</bdi>
          <IconExternalLink size={14} aria-hidden="true" className={classes.newTab} />{' '}
          <VisuallyHidden>{text.newTab}</VisuallyHidden>
        </a>
        {reply_count !== null && <span className={classes.replies}>{text.replies(reply_count)}</span>}
        <ThreadMarkers thread={{ is_pinned: false, is_locked: false, is_solved: is_solved ?? false }} />
      </div>
    </li>
  );
}

/** Threads, documents and videos that may answer the question in the title. They open in a new tab. */
export function SimilarItems({ title }: { title: string }) {
  const items = useSimilarItems(title);
  const headingId = useId();
  return (
    <>
      <div role="status">{items.length > 0 && <VisuallyHidden>{text.found(items.length)}</VisuallyHidden>}</div>
      {items.length > 0 && (
        <section aria-labelledby={headingId} className={classes.similar}>
          <h2 id={headingId} className={classes.heading}>
            {text.title}
          </h2>
          <ul className={classes.items}>
            {items.map((item) => (
              <SimilarItem key={item.id} item={item} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
