import { Facet } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import { upload } from '../../../api/upload';
import { getUploadImageUrl } from '../../../api/generated/images/images';
import type { ImageResponse } from '../../../api/generated/model/imageResponse';
import { chooseFiles } from '../../../lib/choose-files';
import { writing } from '../../../messages/en-writing';
import { failureText } from '../../../shared/errors/failure-text';
import { formWith } from '../../../shared/uploads/upload-with-progress';
import { alert } from '../../../ui/dialogs/dialogs';

const text = writing.editor;

/** Hears how many pictures are on their way. */
export const whileUploading = Facet.define<(count: number) => void>();

const running = new WeakMap<EditorView, number>();

function countUploads(view: EditorView, by: 1 | -1): void {
  const count = (running.get(view) ?? 0) + by;
  running.set(view, count);
  for (const tell of view.state.facet(whileUploading)) tell(count);
}

/** Brackets and line breaks would end the description early. */
const plainName = (name: string) => name.replace(/[[\]\\\n\r()]/g, ' ').trim();
const withoutExtension = (name: string) => name.replace(/\.[a-z\d]{1,5}$/i, '');

/** A text for the picture on its way that nothing else in the document has. */
function placeholderFor(view: EditorView, file: File): string {
  const document = view.state.doc.toString();
  const name = plainName(file.name);
  for (let number = 1; ; number++) {
    const placeholder = `![${text.uploading(number === 1 ? name : `${name} (${number})`)}]()`;
    if (!document.includes(placeholder)) return placeholder;
  }
}

/** Whoever took the placeholder out meanwhile did not want the picture any more. */
function replace(view: EditorView, placeholder: string, insert: string): void {
  const from = view.state.doc.toString().indexOf(placeholder);
  if (from >= 0) view.dispatch({ changes: { from, to: from + placeholder.length, insert }, userEvent: 'input' });
}

async function send(view: EditorView, file: File, placeholder: string): Promise<void> {
  countUploads(view, 1);
  try {
    const image = await upload<ImageResponse>(getUploadImageUrl(), formWith('image', file));
    replace(view, placeholder, `![${withoutExtension(plainName(file.name))}](${image.url})`);
  } catch (error) {
    replace(view, placeholder, '');
    void alert({ title: text.imageFailedTitle(file.name), text: failureText(error, text.imageFailed) });
  } finally {
    countUploads(view, -1);
  }
}

function insertPictures(view: EditorView, files: readonly File[], at?: number): void {
  if (at !== undefined) view.dispatch({ selection: { anchor: at } });
  for (const file of files) {
    const placeholder = placeholderFor(view, file);
    const { to } = view.state.selection.main;
    const isOwnLine = view.state.doc.lineAt(to).from === to;
    const insert = (isOwnLine ? '' : '\n') + placeholder + '\n';
    view.dispatch({ changes: { from: to, insert }, selection: { anchor: to + insert.length }, userEvent: 'input' });
    void send(view, file, placeholder);
  }
}

export const pickPictures: Command = (view) => {
  void chooseFiles('image/*', true).then((files) => {
    insertPictures(view, files);
    view.focus();
  });
  return true;
};

function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

export const pictureDrops = EditorView.domEventHandlers({
  paste: (event, view) => {
    // Office programs put a picture of the copied text beside the text itself; then the text is meant.
    if (event.clipboardData?.getData('text/plain')) return false;
    const files = picturesIn(event.clipboardData);
    if (files.length === 0) return false;
    insertPictures(view, files);
    return true;
  },
  drop: (event, view) => {
    const files = picturesIn(event.dataTransfer);
    if (files.length === 0) return false;
    event.preventDefault();
    insertPictures(view, files, view.posAtCoords(event) ?? undefined);
    return true;
  },
});
