/** Part of pg that its types lack. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | null };
  export default utils;
}
