import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** What `remark-parse` reads its extensions from; its own types come only with the packages that also write markdown. */
interface ParserData {
  micromarkExtensions?: unknown[];
  fromMarkdownExtensions?: unknown[];
}

function extendParser(this: { data: () => object }): void {
  const data: ParserData = this.data();
  (data.micromarkExtensions ??= []).push(gfm());
  (data.fromMarkdownExtensions ??= []).push(gfmFromMarkdown());
}

/** GitHub's markdown, as `remark-gfm` has it, without its half that writes markdown: that is a seventh of this chunk. */
export const remarkGfmReading = extendParser;
