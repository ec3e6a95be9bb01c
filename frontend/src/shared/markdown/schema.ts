import { defaultSchema, type Schema } from 'hast-util-sanitize';

/** The second belt: markdown without raw HTML should never yield more than this, and if it does, it is dropped here. */
export const schema: Schema = {
  ...defaultSchema,
  // Ids come from us only, and what authors can influence of them gets a prefix (footnotes) or is looked at (headings).
  clobber: [],
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: [] },
};
