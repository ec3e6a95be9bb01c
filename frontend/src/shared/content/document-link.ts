/** The URL param of a document: its slug, unless that equals the path of a screen. */
export function getDocumentParam(document: { id: string; slug: string }): string {
  return document.slug === 'create' ? document.id : document.slug;
}
