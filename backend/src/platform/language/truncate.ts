/** @param max in UTF-16 code units; no pair of surrogates is split */
export const truncate = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
