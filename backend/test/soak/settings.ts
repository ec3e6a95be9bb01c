/** How long the soak tests take. `npm run soak` sets the variables; `npm test` runs the short versions. */
const read = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);

export const kills = read('SOAK_KILLS', 2);
export const loadSeconds = read('SOAK_SECONDS', 5);

export const hostileSeconds = read('SOAK_HOSTILE_SECONDS', 6);

export const backupMegabytes = read('SOAK_BACKUP_MB', 100);

/** @param share 0.5 for the median, 0.99 for p99 */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);
