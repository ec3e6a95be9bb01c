import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense, useDeferredValue } from 'react';
import classes from './deferred-results.module.css';
import { LoadError } from './errors/load-error';

interface DeferredResultsProps<Filters> {
  /** Values of JSON. */
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
  // Deferred as text: a new object in each render would never be the deferred one.
  const shownKey = useDeferredValue(key);
  return (
    <CatchBoundary
      getResetKey={() => shownKey}
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
      <div className={classes.results} aria-busy={shownKey !== key}>
        <Suspense fallback={skeleton}>
          <Fragment key={shownKey}>{children(JSON.parse(shownKey) as Filters)}</Fragment>
        </Suspense>
      </div>
    </CatchBoundary>
  );
}
