import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, keymap, placeholder } from '@codemirror/view';
import { cspNonce } from '../../../lib/csp-nonce';
import { markdownColours, theme } from './editor-theme';
import { imageDropHandlers } from './image-uploads';
import { plainTextReplacement } from './plain-text-replacement';
import { tools } from './tools';

const shortcuts = tools.flatMap(({ keys, run }) => (keys ? [{ key: keys, run, preventDefault: true }] : []));

/**
 * All extensions of the editor. Tab indents; Escape followed by Tab leaves the editor (CodeMirror's rule, explained in
 * the hint).
 */
export function extensions(hint: string): Extension {
  return [
    EditorView.cspNonce.of(cspNonce),
    history(),
    drawSelection(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    markdown({ base: markdownLanguage }),
    syntaxHighlighting(markdownColours),
    search({ top: true }),
    placeholder(hint),
    imageDropHandlers,
    plainTextReplacement,
    // Highest precedence, because the default keymap binds Mod-i to another command.
    Prec.high(keymap.of(shortcuts)),
    keymap.of([indentWithTab, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of({ spellcheck: 'true', autocorrect: 'on', autocapitalize: 'sentences' }),
    theme,
  ];
}
