import { NetworkError } from '../../api/problem';
import { reloadIfReachable } from '../../lib/reload';
import { LoadFailed } from './load-failed';

/** Where a part of the product could not be fetched; the browser keeps the failure, so only a reload helps. */
export function PartFailed({ title, page }: { title?: string; page?: boolean }) {
  return (
    <LoadFailed
      page={page}
      title={title}
      error={new NetworkError(undefined)}
      onRetry={() => void reloadIfReachable()}
    />
  );
}
