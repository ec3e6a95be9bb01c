import { defaultSchema, type Schema } from 'hast-util-sanitize';

/** A second line of defense: markdown without raw HTML yields no other elements. */
export const sanitizeSchema: Schema = {
  ...defaultSchema,
  // Ids are generated: ids that authors can influence are prefixed (footnotes) or checked (headings).
  clobber: [],
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: [] },
};
