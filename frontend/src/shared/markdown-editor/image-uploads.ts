import type { EditorState, Transaction } from '@codemirror/state';
import { upload } from '../../api/files';
import { getUploadImageUrl } from '../../api/generated/images/images';
import type { ImageResponse } from '../../api/generated/model/imageResponse';
import { getErrorText } from '../../api/problem';
import { chooseFiles } from '../../lib/browser';
import { markdownEditor as text } from '../../messages/markdown-editor';
import { alert } from '../../ui/dialogs/dialogs';
import { createFormData } from '../forms/upload-with-progress';
import { createPlaceholder, sanitizeName } from './image-insertion';

/** What the tools edit: CodeMirror's view. */
export interface EditTarget {
  readonly state: EditorState;
  dispatch: (transaction: Transaction) => void;
  focus: () => void;
}

export interface UploadProgress {
  /** the number of uploads in progress */
  count: number;
  /** of all of them, from 0 to 100 */
  percent: number;
}

const removeExtension = (name: string) => name.replace(/\.[a-z\d]{1,5}$/i, '');

/** A removed placeholder means the image is no longer wanted, so nothing is inserted. */
function replacePlaceholder(target: EditTarget, placeholder: string, insert: string): void {
  const { state } = target;
  const from = state.doc.toString().indexOf(placeholder);
  if (from < 0) return;
  target.dispatch(state.update({ changes: { from, to: from + placeholder.length, insert }, userEvent: 'input' }));
}

/** Uploads images into one text, which contains placeholders until they are finished. */
export class ImageUploads {
  private readonly percents = new Map<string, number>();

  private readonly onProgress: (progress: UploadProgress) => void;

  constructor(onProgress: (progress: UploadProgress) => void) {
    this.onProgress = onProgress;
  }

  /** Inserts images at the position, by default behind the selection. */
  insert(target: EditTarget, files: readonly File[], at = target.state.selection.main.to): void {
    let position = at;
    for (const file of files) {
      const { state } = target;
      const placeholder = createPlaceholder(state.doc.toString(), file.name);
      const isOwnLine = state.doc.lineAt(position).from === position;
      const insert = (isOwnLine ? '' : '\n') + placeholder + '\n';
      const changes = { from: position, insert };
      position += insert.length;
      target.dispatch(state.update({ changes, selection: { anchor: position }, userEvent: 'input' }));
      void this.upload(target, file, placeholder);
    }
  }

  /** Asks for images and inserts them. Requires a user gesture. */
  async pick(target: EditTarget): Promise<void> {
    const files = await chooseFiles('image/*', true);
    target.focus();
    this.insert(target, files);
  }

  /** Uploads an image for a placeholder that the text contains. */
  async upload(target: EditTarget, file: File, placeholder: string): Promise<void> {
    this.setPercent(placeholder, 0);
    let insert = '';
    try {
      const image = await upload<ImageResponse>(getUploadImageUrl(), createFormData('image', file), {
        onProgress: (percent) => {
          this.setPercent(placeholder, percent);
        },
      });
      insert = `![${removeExtension(sanitizeName(file.name))}](${image.url})`;
    } catch (error) {
      void alert({ title: text.imageFailedTitle(file.name), text: getErrorText(error, text.imageFailed) });
    }
    replacePlaceholder(target, placeholder, insert);
    this.percents.delete(placeholder);
    this.notify();
  }

  private setPercent(placeholder: string, percent: number): void {
    this.percents.set(placeholder, percent);
    this.notify();
  }

  private notify(): void {
    const percents = [...this.percents.values()];
    const count = percents.length;
    this.onProgress({ count, percent: count === 0 ? 0 : percents.reduce((all, one) => all + one, 0) / count });
  }
}
