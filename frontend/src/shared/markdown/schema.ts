import { defaultSchema } from 'rehype-sanitize';

/** The second belt: markdown without raw HTML should never yield more than this, and if it does, it is dropped here. */
export const schema: typeof defaultSchema = {
  ...defaultSchema,
  // Ids come from our own plug-ins only, which prefix what authors can influence (footnotes).
  clobber: [],
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: [] },
};

/** Anything without a scheme is relative; of the schemes only these three are followed. */
export function safeUrl(url: string): string {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url.trim())?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme) ? url : '';
}

/** An address on this very server: one slash, not two, which would name another host. */
export function isOwnPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url);
}
