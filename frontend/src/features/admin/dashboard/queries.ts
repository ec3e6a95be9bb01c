import { queryOptions } from '@tanstack/react-query';
import {
  getGetSystemHealthQueryKey,
  getListBackupsQueryKey,
  getSystemHealth,
  listBackups,
} from '../../../api/generated/administration/administration';

/** Three panels show parts of it. */
export const healthQuery = queryOptions({
  queryKey: getGetSystemHealthQueryKey(),
  queryFn: ({ signal }) => getSystemHealth({ signal }),
  refetchInterval: 30_000,
});

const RUNNING_POLL_MS = 1000;
const IDLE_POLL_MS = 30_000;

/** Often while a backup runs, for its progress. */
export const backupsQuery = queryOptions({
  queryKey: getListBackupsQueryKey(),
  queryFn: ({ signal }) => listBackups({ signal }),
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'running') ? RUNNING_POLL_MS : IDLE_POLL_MS,
});
