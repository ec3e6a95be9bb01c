const element = document.createElement('i');

/**
 * Replaces the function of the package `entities` in pages, which know the names of characters themselves.
 * @param entity as `&copy;`
 * @returns the same if there is no such character
 */
export function decodeHTMLStrict(entity: string): string {
  element.innerHTML = entity;
  const decoded = element.textContent;
  // Browsers also read `&notit;` as `¬it;`.
  return decoded.endsWith(';') && entity !== '&semi;' ? entity : decoded;
}
