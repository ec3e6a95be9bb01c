/**
 * Which revision `r` is a person's edit of a published document that was sent back and that they have neither replaced nor
 * let go. What was sent back as a whole document is none: that had been its live text.
 * @param person the parameter with their id
 */
export const isReturnedEdit = (person: string): string =>
  `(r.state = 'rejected' and r.base_version > 0 and r.author_id = ${person}::uuid and not exists (
     select 1 from document_revisions o where o.item_id = r.item_id and (o.id > r.id and o.author_id = r.author_id or o.state = 'live' and o.snapshot = r.snapshot)))`;
