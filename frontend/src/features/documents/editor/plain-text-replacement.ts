import { EditorView } from '@codemirror/view';

/**
 * When typing replaces a selection, Chromium copies the old text's appearance into a style attribute, which the content
 * security policy blocks and reports. Replacing the text in the editor avoids it.
 */
export const plainTextReplacement = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return false;
    // Uses the browser's selection: the editor's state may lag behind.
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
