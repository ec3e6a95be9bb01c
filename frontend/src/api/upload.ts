import { apiAddress, noteRefusal } from './client';
import { tooLarge } from '../lib/pictures';
import { ApiError, NetworkError, readProblem } from './problem';
import { readToken } from './token';

export interface UploadOptions {
  method?: 'POST' | 'PUT';
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** From 0 to 100: how much of it the server has. */
  onProgress?: (percent: number) => void;
}

/** Browsers hear that something is too large only once they have sent all of it, so it is not sent. */
function refusalOf(body: FormData): ApiError | undefined {
  const details = [...body.values()].map((value) =>
    value instanceof File && value.type.startsWith('image/') ? tooLarge(value) : undefined,
  );
  const detail = details.find((text) => text !== undefined);
  return detail === undefined ? undefined : new ApiError(413, { code: 'too_large', detail });
}

/** Sends files and tells how far it is, which `fetch` cannot. Fails like `request`; an abort rejects with its reason. */
export function upload<T>(fullPath: string, body: FormData, options: UploadOptions = {}): Promise<T> {
  const { method = 'POST', headers = {}, signal, onProgress } = options;
  const tooMuch = refusalOf(body);
  if (tooMuch) return Promise.reject(tooMuch);
  const token = readToken();
  const sending = new XMLHttpRequest();
  sending.open(method, apiAddress(fullPath));
  sending.withCredentials = true;
  for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
  if (token) sending.setRequestHeader('Authorization', `Bearer ${token}`);

  const refuse = async (answer: Response): Promise<never> => {
    const refusal = await readProblem(answer);
    noteRefusal(refusal, token);
    throw refusal;
  };
  return new Promise((resolve, reject) => {
    const abort = () => {
      sending.abort();
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) {
      abort();
      return;
    }
    signal?.addEventListener('abort', abort);
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.((loaded / total) * 100));
    sending.addEventListener('error', () => {
      reject(new NetworkError(sending));
    });
    sending.addEventListener('load', () => {
      const type = sending.getResponseHeader('content-type') ?? '';
      const answer = new Response(sending.responseText, { status: sending.status, headers: { 'content-type': type } });
      resolve(answer.ok ? (answer.json() as Promise<T>) : refuse(answer));
    });
    sending.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    sending.send(body);
  });
}
