/** Reads a meta tag that the server wrote into the page; '' if it is missing. */
export function readPageMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';
}
