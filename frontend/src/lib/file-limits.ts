import { readPageMeta } from './page-meta';

const MB = 1024 ** 2;

/**
 * The size in megabytes up to which the server accepts a file. Infinite if the page was not served by the API's server.
 */
export const getMaxMegabytes = (kind: 'image' | 'video'): number =>
  Number(readPageMeta(`hub-max-${kind}-mb`)) || Infinity;

export const isLargerThan = (file: File, megabytes: number): boolean => file.size > megabytes * MB;
