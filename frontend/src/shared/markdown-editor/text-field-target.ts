import { EditorState, type Transaction } from '@codemirror/state';
import { computeReplacement, type Replacement } from '../../lib/text-replacement';
import { type EditTarget, ImageUploads, type UploadProgress } from './image-uploads';
import { runTool } from './tool-commands';
import type { ToolName } from './tools';

/** The only way to change a text field that Ctrl+Z undoes; it works in the focused field, and not in jsdom. */
const hasExecCommand = 'execCommand' in document;

function replaceText(field: HTMLTextAreaElement, { from, to, insert }: Replacement): void {
  if (from === to && insert === '') return;
  if (document.activeElement === field) {
    field.setSelectionRange(from, to);
    // The only way to change a text field that Ctrl+Z undoes; it works in the focused field only.
    if (hasExecCommand && document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)) return;
  }
  field.setRangeText(insert, from, to, 'preserve');
  // Notifies the form as if the text had been typed.
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Lets CodeMirror's commands edit a plain text field. */
class TextFieldTarget implements EditTarget {
  private readonly field: HTMLTextAreaElement;
  private isComposing = false;

  constructor(field: HTMLTextAreaElement) {
    this.field = field;
    field.addEventListener('compositionstart', () => {
      this.isComposing = true;
    });
    field.addEventListener('compositionend', () => {
      this.isComposing = false;
    });
  }

  get state(): EditorState {
    const { value, selectionStart, selectionEnd } = this.field;
    return EditorState.create({ doc: value, selection: { anchor: selectionStart, head: selectionEnd } });
  }

  dispatch({ newDoc, newSelection: { main } }: Transaction): void {
    replaceText(this.field, computeReplacement(this.field.value, newDoc.toString()));
    this.field.setSelectionRange(main.from, main.to);
  }

  focus(): void {
    this.field.focus();
  }

  whenNotComposing(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isComposing) this.field.addEventListener('compositionend', () => resolve(), { once: true });
      else resolve();
    });
  }
}

export interface TextFieldTools {
  run: (name: ToolName) => void;
  /** Uploads images and inserts them behind the selection. */
  insertImages: (files: readonly File[]) => void;
}

export function createTextFieldTools(
  field: HTMLTextAreaElement,
  onProgress: (progress: UploadProgress) => void,
): TextFieldTools {
  const target = new TextFieldTarget(field);
  const uploads = new ImageUploads(onProgress);
  return {
    run: (name) => {
      target.focus();
      runTool(name, target, uploads);
    },
    insertImages: (files) => {
      uploads.insert(target, files);
    },
  };
}
