import { NetworkError } from '../../api/problem';
import { reloadIfReachable } from '../../lib/reload';
import { LoadError } from './load-error';

/** Shown when a chunk could not be loaded; browsers cache the failure, so only a reload helps. */
export function ChunkLoadError({ title, isPage }: { title?: string; isPage?: boolean }) {
  return (
    <LoadError
      isPage={isPage}
      title={title}
      error={new NetworkError(undefined)}
      onRetry={() => void reloadIfReachable()}
    />
  );
}
