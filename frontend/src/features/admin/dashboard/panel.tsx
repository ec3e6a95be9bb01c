import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SystemHealthResponse } from '../../../api/generated/model/systemHealthResponse';
import { LoadError } from '../../../shared/errors/load-error';
import { dashboard } from '../../../messages/admin-dashboard';
import { Badge } from '../../../ui/badge';
import { Panel } from '../../../ui/panel';
import { ListSkeleton } from '../../../ui/skeleton';
import classes from './panel.module.css';
import { healthQuery } from './queries';

interface HealthPanelProps {
  title: string;
  /** Title of the error. */
  failed: string;
  /** Number of rows, for the skeleton. */
  rows: number;
  aside?: (health: SystemHealthResponse) => ReactNode;
  children: (health: SystemHealthResponse) => ReactNode;
}

/** A panel with a part of the health report, which loads and fails on its own. */
export function HealthPanel({ title, failed, rows, aside, children }: HealthPanelProps) {
  const { data, error, refetch } = useQuery(healthQuery);
  if (data) {
    return (
      <Panel title={title} aside={aside?.(data)}>
        {children(data)}
      </Panel>
    );
  }
  return (
    <Panel title={title}>
      {error ? (
        <LoadError error={error} title={failed} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={rows} rowHeight="2.75rem" />
      )}
    </Panel>
  );
}

interface FigureProps {
  label: string;
  note?: ReactNode;
  children: ReactNode;
}

/** One row of a panel: what it is with an explanation, and its value. */
export function Figure({ label, note, children }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={classes.figures}>{children}</dl>;
}

/** In place of a figure whose check failed. */
export function NotMeasured() {
  return <Badge tone="red">{dashboard.notMeasured}</Badge>;
}

/** A condition that needs attention. */
export function Warning({ children }: { children: ReactNode }) {
  return <p className={classes.warning}>{children}</p>;
}
