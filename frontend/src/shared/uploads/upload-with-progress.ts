import { upload, type UploadOptions } from '../../api/upload';
import { progress } from '../../ui/dialogs/dialogs';

interface Upload extends Pick<UploadOptions, 'method' | 'headers'> {
  title: string;
  /** What is being sent, e.g. the file's name. */
  text?: string;
  path: string;
  body: FormData;
}

export function formWith(name: string, file: File): FormData {
  const form = new FormData();
  form.set(name, file);
  return form;
}

/** Sends it under a dialog that runs from 0 to 100 percent. Answers undefined when the person cancelled it. */
export async function uploadWithProgress<T>({ title, text, path, body, ...how }: Upload): Promise<T | undefined> {
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
