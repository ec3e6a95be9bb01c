import { useQuery } from '@tanstack/react-query';
import type { AboutItemRequest } from '../../../api/generated/model/aboutItemRequest';
import { hasStatus } from '../../../api/problem';
import { forumLinks as text } from '../../../messages/forum-links';
import { documentQuery } from '../../../shared/content/document-cache';
import { videoQuery } from '../../../shared/content/video-cache';
import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import { AboutCard } from './about-card';
import classes from './linked.module.css';

/** The title of the item that a new thread is about. */
export function useAboutItem(about: AboutItemRequest | undefined) {
  const id = about?.item_id ?? '';
  const document = useQuery({ ...documentQuery(id), enabled: about?.item_type === 'document' });
  const video = useQuery({ ...videoQuery(id), enabled: about?.item_type === 'video' });
  const { data, error } = about?.item_type === 'video' ? video : document;
  return { item: data && { slug: data.slug, title: data.title }, error, isMissing: hasStatus(error, 404) };
}

interface NewThreadAboutProps {
  about: AboutItemRequest;
  found: ReturnType<typeof useAboutItem>;
  onRemove: () => void;
}

/** The card above the form of a new thread. */
export function NewThreadAbout({ about, found: { item, error, isMissing }, onRemove }: NewThreadAboutProps) {
  if (item) return <AboutCard item={{ ...about, second: about.second ?? null, ...item }} onRemove={onRemove} />;
  if (error)
    return (
      <p role="status" className={classes.missing}>
        {isMissing ? text.aboutMissing : text.aboutFailed}
      </p>
    );
  return (
    <Skeleton>
      <SkeletonItem width="100%" height="3rem" />
    </Skeleton>
  );
}
