import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '@hub/shared/formats';
import { getErrorText } from '../../api/problem';
import { offline } from '../../messages/offline';
import { LoadError } from '../../shared/errors/load-error';
import { listKept, removeKept } from '../../shared/offline/kept-documents';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { toast } from '../../ui/toast/toast';
import classes from './offline.module.css';

const keptQuery = { queryKey: ['kept-documents'], queryFn: listKept, staleTime: 0 };

/** The documents that can be read without a connection. */
export function KeptList({ hasHeading }: { hasHeading: boolean }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(keptQuery);
  const remove = useActionMutation({
    mutationFn: () => removeKept(),
    onSuccess: () => {
      toast(offline.removed);
      // The button is gone.
      document.querySelector<HTMLElement>('main h1')?.focus();
    },
    onError: (failure) => {
      void alert({ title: offline.removeFailedTitle, text: getErrorText(failure, offline.removeFailed) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keptQuery.queryKey }),
  });
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  // A moment: the list is on this device.
  if (!data) return null;
  return (
    <div>
      {hasHeading && <h2 className={classes.title}>{offline.keptTitle}</h2>}
      {data.length === 0 && <p className={classes.lead}>{offline.keptNone}</p>}
      <ul className={classes.list}>
        {data.map(({ path, document, keptAt }) => (
          <li key={path} className={classes.item}>
            <Link to="/docs/$id" params={{ id: decodeURIComponent(path.slice('/docs/'.length)) }} dir="auto">
              {document.title}
            </Link>
            <time dateTime={keptAt}>{offline.opened(formatDateTime(keptAt))}</time>
          </li>
        ))}
      </ul>
      {data.length > 0 && (
        <Button
          variant="default"
          isLoading={remove.isPending}
          onClick={() => {
            remove.mutate();
          }}
        >
          {offline.remove}
        </Button>
      )}
    </div>
  );
}
