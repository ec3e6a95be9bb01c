/** Replaces the package `@ungap/structured-clone` by the function that browsers have; see vite.config.ts. */
export default <Value>(value: Value): Value => structuredClone(value);
