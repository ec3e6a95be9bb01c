/** How long the soak tests take. `npm run soak` sets the variables; `npm test` runs the short versions. */
const read = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);

export const kills = read('SOAK_KILLS', 5);
export const loadSeconds = read('SOAK_SECONDS', 20);

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
