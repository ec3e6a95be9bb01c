import { EditorView } from '@codemirror/view';

/**
 * Typing over a selection: Chromium carries the look of the old text over as a style attribute, which our content
 * security policy refuses and reports. Done by the editor itself, there is none.
 */
export const plainReplacement = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return false;
    // The browser's own selection: the editor may not have heard of the latest yet.
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed) return false;
    const range = selection.getRangeAt(0);
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const insert = view.state.toText(event.data);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    return true;
  },
});
