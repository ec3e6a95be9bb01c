import { upload, type UploadOptions } from '../../api/files';
import { progress } from '../../ui/dialogs/dialogs';

interface UploadRequest extends Pick<UploadOptions, 'method' | 'headers'> {
  title: string;
  /** A description of the upload, e.g. the file name. */
  text?: string;
  path: string;
  body: FormData;
}

export function createFormData(name: string, file: File): FormData {
  const form = new FormData();
  form.set(name, file);
  return form;
}

/** Uploads under a dialog with progress. Resolves to undefined when the user cancels. */
export async function uploadWithProgress<T>({
  title,
  text,
  path,
  body,
  ...how
}: UploadRequest): Promise<T | undefined> {
  const cancelling = new AbortController();
  const dialog = progress({
    title,
    text,
    onCancel: () => {
      cancelling.abort();
    },
  });
  try {
    return await upload<T>(path, body, { ...how, signal: cancelling.signal, onProgress: dialog.update });
  } catch (error) {
    if (cancelling.signal.aborted) return undefined;
    throw error;
  } finally {
    dialog.close();
  }
}
