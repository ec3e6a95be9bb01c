import type { EditorState, Transaction } from '@codemirror/state';
import { upload } from '../../api/files';
import { getUploadAttachmentUrl } from '../../api/generated/attachments/attachments';
import { getUploadImageUrl } from '../../api/generated/images/images';
import type { AttachmentResponse } from '../../api/generated/model/attachmentResponse';
import type { ImageResponse } from '../../api/generated/model/imageResponse';
import { getErrorText } from '../../api/problem';
import { chooseFiles } from '../../lib/browser';
import { readSettings } from '../../lib/site-settings';
import { markdownEditor as text } from '../../messages/markdown-editor';
import { alert } from '../../ui/dialogs/dialogs';
import { createFormData } from '../forms/upload-with-progress';
import { createPlaceholder, escapeName, isTextImage, sanitizeName } from './file-insertion';

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

/** A removed placeholder means the file is no longer wanted, so nothing is inserted. */
function replacePlaceholder(target: EditTarget, placeholder: string, insert: string): void {
  const { state } = target;
  const from = state.doc.toString().indexOf(placeholder);
  if (from < 0) return;
  target.dispatch(state.update({ changes: { from, to: from + placeholder.length, insert }, userEvent: 'input' }));
}

/** Uploads an image of a text, or a file of any other type. @returns the Markdown that shows it */
async function uploadFile(file: File, onProgress: (percent: number) => void): Promise<string> {
  if (isTextImage(file)) {
    const body = createFormData('image', file);
    const { url } = await upload<ImageResponse>(getUploadImageUrl(), body, { onProgress });
    return `![${removeExtension(sanitizeName(file.name))}](${url})`;
  }
  const limit = readSettings()['attachments.max_mb'];
  const { name, url } = await upload<AttachmentResponse>(getUploadAttachmentUrl(), createFormData('file', file), {
    onProgress,
    maxMegabytes: typeof limit === 'number' ? limit : undefined,
  });
  return `[${escapeName(name)}](${url})`;
}

/** Where a file is inserted: an image on a line of its own, another file in a paragraph of its own, as a card. */
function surround({ doc }: EditorState, position: number, file: File): { before: string; after: string } {
  const line = doc.lineAt(position);
  const isOwnLine = line.from === position;
  if (isTextImage(file)) return { before: isOwnLine ? '' : '\n', after: '\n' };
  const isText = (number: number) => number > 0 && number <= doc.lines && doc.line(number).text.trim() !== '';
  const precedes = isOwnLine ? isText(line.number - 1) : line.text.slice(0, position - line.from).trim() !== '';
  const follows = doc.sliceString(position, line.to).trim() !== '' || isText(line.number + 1);
  const ends = isOwnLine ? '' : '\n';
  return { before: ends + (precedes ? '\n' : ''), after: follows ? '\n\n' : '\n' };
}

/** Uploads images and other files into one text, which contains placeholders until they are finished. */
export class FileUploads {
  private readonly percents = new Map<string, number>();

  private readonly onProgress: (progress: UploadProgress) => void;

  /** Whether the text can have files. */
  readonly isAllowed: boolean;

  constructor(onProgress: (progress: UploadProgress) => void, { isAllowed = true } = {}) {
    this.onProgress = onProgress;
    this.isAllowed = isAllowed;
  }

  /** Inserts files at the position, by default behind the selection. */
  insert(target: EditTarget, files: readonly File[], at = target.state.selection.main.to): void {
    if (!this.isAllowed) {
      void alert({ title: text.noFilesTitle, text: text.noFilesHere });
      return;
    }
    let position = at;
    for (const file of files) {
      const { state } = target;
      const placeholder = createPlaceholder(state.doc.toString(), file.name);
      const { before, after } = surround(state, position, file);
      const insert = before + placeholder + after;
      const changes = { from: position, insert };
      position += insert.length;
      target.dispatch(state.update({ changes, selection: { anchor: position }, userEvent: 'input' }));
      void this.upload(target, file, placeholder);
    }
  }

  /** Asks for files and inserts them. Requires a user gesture. @param accept as of an input element */
  async pick(target: EditTarget, accept: string): Promise<void> {
    const files = await chooseFiles(accept, true);
    target.focus();
    this.insert(target, files);
  }

  /** Uploads an image for a placeholder that the text contains. */
  async upload(target: EditTarget, file: File, placeholder: string): Promise<void> {
    this.setPercent(placeholder, 0);
    let insert = '';
    try {
      insert = await uploadFile(file, (percent) => {
        this.setPercent(placeholder, percent);
      });
    } catch (error) {
      void alert({ title: text.uploadFailedTitle(file.name), text: getErrorText(error, text.uploadFailed) });
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
