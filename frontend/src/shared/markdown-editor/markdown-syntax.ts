import { type markdown, markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { Language, LanguageSupport } from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { findFormula } from '@hub/shared/markdown/math';
import { tags } from '@lezer/highlight';

type SyntaxExtension = NonNullable<NonNullable<Parameters<typeof markdown>[0]>['extensions']>;

const TILDE = 0x7e;
const OPENING_BRACKET = 0x5b;
const PUNCTUATION_OR_SYMBOL = /[\p{P}\p{S}]/u;
const SPACE_OR_END = /^$|\s/;

const singleTilde = { resolve: 'Strikethrough', mark: 'StrikethroughMark' };

/** Text between single tildes is struck out, as on the pages. */
const singleTildes: SyntaxExtension = {
  parseInline: [
    {
      name: 'SingleTilde',
      after: 'Emphasis',
      parse: (context, next, at) => {
        const [before, after] = [context.slice(at - 1, at), context.slice(at + 1, at + 2)];
        if (next !== TILDE || before === '~' || after === '~') return -1;
        const isBeforeText = !SPACE_OR_END.test(after);
        const isBehindText = !SPACE_OR_END.test(before);
        const canOpen = isBeforeText && (!PUNCTUATION_OR_SYMBOL.test(after) || !isBehindText);
        const canClose = isBehindText && (!PUNCTUATION_OR_SYMBOL.test(before) || !isBeforeText);
        return context.addDelimiter(singleTilde, at, at + 1, canOpen, canClose);
      },
    },
  ],
};

const REFERENCE = /^\[\^[^\s\]]+\]/;
const DEFINITION = /^\[\^[^\s\]]+\]:[ \t]*/;
const DEFINITION_INDENT = 4;
/** Longer labels are text. */
const MAX_LABEL = 200;

/** Footnotes: `[^label]`, and `[^label]: text` with further blocks that are indented. */
const footnotes: SyntaxExtension = {
  defineNodes: [
    { name: 'FootnoteReference', style: tags.link },
    {
      name: 'FootnoteDefinition',
      block: true,
      composite: (_context, line) => {
        const isBlank = line.next < 0;
        if (!isBlank && line.indent < line.baseIndent + DEFINITION_INDENT) return false;
        line.moveBaseColumn(line.baseIndent + DEFINITION_INDENT);
        return true;
      },
    },
    { name: 'FootnoteMark', style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: 'FootnoteReference',
      before: 'Link',
      parse: (context, next, at) => {
        if (next !== OPENING_BRACKET || context.slice(at, at + 2) !== '[^') return -1;
        const label = REFERENCE.exec(context.slice(at, Math.min(context.end, at + MAX_LABEL)))?.[0];
        return label ? context.addElement(context.elt('FootnoteReference', at, at + label.length)) : -1;
      },
    },
  ],
  parseBlock: [
    {
      name: 'FootnoteDefinition',
      before: 'LinkReference',
      parse: (context, line) => {
        const mark = DEFINITION.exec(line.text.slice(line.pos, line.pos + MAX_LABEL))?.[0];
        if (!mark || line.indent >= line.baseIndent + DEFINITION_INDENT) return false;
        const from = context.lineStart + line.pos;
        context.startComposite('FootnoteDefinition', line.pos, DEFINITION_INDENT);
        context.addElement(context.elt('FootnoteMark', from, from + mark.trimEnd().length));
        line.moveBase(line.pos + mark.length);
        return null;
      },
      endLeaf: (_context, line) => DEFINITION.test(line.text.slice(line.pos, line.pos + MAX_LABEL)),
    },
  ],
};

const DOLLAR = 0x24;
/** A formula of its own in several lines, between two dollar signs at the beginning and the end. */
const BLOCK = /\$\$[^$]+\$\$(?=[ \t]*(?:\n|$))/y;

/** Formulas: `$…$` and `$$…$$`. */
const formulas: SyntaxExtension = {
  defineNodes: [{ name: 'Math', style: tags.monospace }],
  parseInline: [
    {
      name: 'Math',
      after: 'Escape',
      parse: (context, next, at) => {
        const pos = at - context.offset;
        const before = context.text.charAt(pos - 1);
        if (next !== DOLLAR || before === '$') return -1;
        BLOCK.lastIndex = pos;
        const block = before === '' || before === '\n' ? BLOCK.exec(context.text)?.[0] : undefined;
        const formula = findFormula(context.text, pos, context.text.length);
        const length = block?.length ?? formula?.length;
        return length === undefined ? -1 : context.addElement(context.elt('Math', at, at + length));
      },
    },
  ],
};

interface MarkdownParser {
  configure: (extensions: SyntaxExtension) => Language['parser'];
}

// The language has a parser of Markdown, which its type does not say.
const parser = (markdownLanguage.parser as unknown as MarkdownParser).configure([
  { remove: ['Subscript', 'Superscript', 'Emoji'] },
  singleTildes,
  footnotes,
  formulas,
]);

/**
 * GitHub's Markdown as the pages have it. `markdown()` of the library would parse tags by a further parser, which looks
 * for them in the whole text at each key.
 */
export const markdownSyntax = (): LanguageSupport =>
  new LanguageSupport(
    new Language(markdownLanguage.data, parser, [], 'markdown'),
    Prec.high(keymap.of(markdownKeymap)),
  );
