/** See `withoutSvgProperties`. */
export const svg = { property: {}, normal: {} };
