import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import classes from './deferred-results.module.css';
import { LoadError } from './errors/load-error';

interface DeferredResultsProps<Filters> {
  filters: Filters;
  /** Shown while the first results load. */
  skeleton: ReactNode;
  /** Title of errors. */
  loadFailed: string;
  /** Renders the results of these filters; it may suspend. */
  children: (shown: Filters) => ReactNode;
}

/**
 * The results of filters, with their skeleton and errors. The former results stay until those of changed filters have
 * loaded, so that nothing on the screen moves meanwhile.
 */
export function DeferredResults<Filters>({ filters, skeleton, loadFailed, children }: DeferredResultsProps<Filters>) {
  const { reset } = useQueryErrorResetBoundary();
  const key = JSON.stringify(filters);
  // Equal filters keep their identity: a new object in each render would never be the deferred one.
  const [current, setCurrent] = useState({ key, filters });
  if (current.key !== key) setCurrent({ key, filters });
  const shown = useDeferredValue(current);
  return (
    <CatchBoundary
      getResetKey={() => shown.key}
      errorComponent={({ error, reset: retry }) => (
        <LoadError
          error={error}
          title={loadFailed}
          onRetry={() => {
            reset();
            retry();
          }}
        />
      )}
    >
      <div className={classes.results} aria-busy={shown.key !== key}>
        <Suspense fallback={skeleton}>
          <Fragment key={shown.key}>{children(shown.filters)}</Fragment>
        </Suspense>
      </div>
    </CatchBoundary>
  );
}
