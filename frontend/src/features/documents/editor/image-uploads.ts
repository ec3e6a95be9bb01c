import { Facet } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import { upload } from '../../../api/files';
import { getUploadImageUrl } from '../../../api/generated/images/images';
import type { ImageResponse } from '../../../api/generated/model/imageResponse';
import { chooseFiles } from '../../../lib/browser';
import { writing } from '../../../messages/en-writing';
import { getErrorText } from '../../../api/problem';
import { createFormData } from '../../../shared/forms/upload-with-progress';
import { alert } from '../../../ui/dialogs/dialogs';

const text = writing.editor;

/** Receives the number of uploads in progress. */
export const uploadCountListener = Facet.define<(count: number) => void>();

const uploadCounts = new WeakMap<EditorView, number>();

function changeUploadCount(view: EditorView, by: 1 | -1): void {
  const count = (uploadCounts.get(view) ?? 0) + by;
  uploadCounts.set(view, count);
  for (const listener of view.state.facet(uploadCountListener)) listener(count);
}

/** Brackets and line breaks would end the image description early. */
const sanitizeName = (name: string) => name.replace(/[[\]\\\n\r()]/g, ' ').trim();
const removeExtension = (name: string) => name.replace(/\.[a-z\d]{1,5}$/i, '');

/** A placeholder for the upload that is unique in the document. */
function createPlaceholder(view: EditorView, file: File): string {
  const document = view.state.doc.toString();
  const name = sanitizeName(file.name);
  for (let number = 1; ; number++) {
    const placeholder = `![${text.uploading(number === 1 ? name : `${name} (${number})`)}]()`;
    if (!document.includes(placeholder)) return placeholder;
  }
}

/** A removed placeholder means the image is no longer wanted, so nothing is inserted. */
function replacePlaceholder(view: EditorView, placeholder: string, insert: string): void {
  const from = view.state.doc.toString().indexOf(placeholder);
  if (from >= 0) view.dispatch({ changes: { from, to: from + placeholder.length, insert }, userEvent: 'input' });
}

async function uploadImage(view: EditorView, file: File, placeholder: string): Promise<void> {
  changeUploadCount(view, 1);
  try {
    const image = await upload<ImageResponse>(getUploadImageUrl(), createFormData('image', file));
    replacePlaceholder(view, placeholder, `![${removeExtension(sanitizeName(file.name))}](${image.url})`);
  } catch (error) {
    replacePlaceholder(view, placeholder, '');
    void alert({ title: text.imageFailedTitle(file.name), text: getErrorText(error, text.imageFailed) });
  } finally {
    changeUploadCount(view, -1);
  }
}

function insertImages(view: EditorView, files: readonly File[], at?: number): void {
  if (at !== undefined) view.dispatch({ selection: { anchor: at } });
  for (const file of files) {
    const placeholder = createPlaceholder(view, file);
    const { to } = view.state.selection.main;
    const isOwnLine = view.state.doc.lineAt(to).from === to;
    const insert = (isOwnLine ? '' : '\n') + placeholder + '\n';
    view.dispatch({ changes: { from: to, insert }, selection: { anchor: to + insert.length }, userEvent: 'input' });
    void uploadImage(view, file, placeholder);
  }
}

export const pickImages: Command = (view) => {
  void chooseFiles('image/*', true).then((files) => {
    insertImages(view, files);
    view.focus();
  });
  return true;
};

function getImageFiles(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

export const imageDropHandlers = EditorView.domEventHandlers({
  paste: (event, view) => {
    // Office programs add an image of the copied text to the clipboard; the text takes precedence.
    if (event.clipboardData?.getData('text/plain')) return false;
    const files = getImageFiles(event.clipboardData);
    if (files.length === 0) return false;
    insertImages(view, files);
    return true;
  },
  drop: (event, view) => {
    const files = getImageFiles(event.dataTransfer);
    if (files.length === 0) return false;
    event.preventDefault();
    insertImages(view, files, view.posAtCoords(event) ?? undefined);
    return true;
  },
});
