import { useQuery } from '@tanstack/react-query';
import { getDocument } from '../../../api/generated/reading/reading';
import { getVideo } from '../../../api/generated/videos/videos';
import { hasStatus } from '../../../api/problem';
import { pageMoving as text } from '../../../messages/page-moving';
import { isolate } from '../../../ui/isolate';
import classes from '../../editing/item-form.module.css';

/** A document or video by its id. */
async function findTitle(id: string, signal: AbortSignal): Promise<string> {
  try {
    return (await getDocument(id, { count_view: false }, { signal })).title;
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    return (await getVideo(id, { count_view: false }, { signal })).title;
  }
}

/** Says below which page the new one will be. */
export function ParentNotice({ id }: { id: string }) {
  const { data: title } = useQuery({
    queryKey: ['parent-title', id],
    queryFn: ({ signal }) => findTitle(id, signal),
  });
  return <p className={classes.below}>{title === undefined ? '\u00a0' : isolate(text.willBeBelow, title)}</p>;
}
