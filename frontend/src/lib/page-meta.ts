/** What the server wrote into the page it served under this name; '' when nobody did. */
export function pageMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';
}
