/** What stands in a document's address: its slug, unless that would read as one of our own screens. */
export function documentParam(document: { id: string; slug: string }): string {
  return document.slug === 'create' ? document.id : document.slug;
}
