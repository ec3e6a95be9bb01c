import { language } from '../lib/language';
import { getTooLargeMessage } from '../lib/images';
import { toApiUrl, fetchResponse, handleUnauthorized, stripApiPrefix } from './client';
import { ApiError, NetworkError, readProblem } from './problem';
import { readToken } from './token';

interface DownloadOptions {
  signal?: AbortSignal;
  /** Reports the bytes received so far; the total is unknown. */
  onBytes?: (bytes: number) => void;
}

interface Download {
  file: Blob;
  /** The file name from the response. */
  name: string | undefined;
}

function countBytes(
  onBytes: (bytes: number) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
}

/**
 * Fetches a file with the stored token; a link would authenticate by the cookie, which may be missing or another
 * user's. Browsers keep large blobs on disk. An abort rejects with its reason.
 */
export async function download(path: string, { signal, onBytes }: DownloadOptions = {}): Promise<Download> {
  const response = await fetchResponse(stripApiPrefix(path), { signal });
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const body = onBytes ? response.body?.pipeThrough(countBytes(onBytes)) : response.body;
  return { file: await new Response(body, { headers: response.headers }).blob(), name };
}

export interface UploadOptions {
  method?: 'POST' | 'PUT';
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Upload progress in percent. */
  onProgress?: (percent: number) => void;
  /** What the server accepts of one file; by default known for images only. */
  maxMegabytes?: number | undefined;
}

interface LinesOptions<T> extends UploadOptions {
  /** Called with each line of a response in application/x-ndjson; the promise then resolves to the last line. */
  onLine?: (line: T) => void;
}

/** Browsers receive a 413 only after sending everything, so files that are too large are rejected locally. */
function findTooLargeError(body: FormData, maxMegabytes: number | undefined): ApiError | undefined {
  const details = [...body.values()].map((value) =>
    value instanceof File && (maxMegabytes !== undefined || value.type.startsWith('image/'))
      ? getTooLargeMessage(value, maxMegabytes)
      : undefined,
  );
  const detail = details.find((text) => text !== undefined);
  return detail === undefined ? undefined : new ApiError(413, { code: 'too_large', detail });
}

const isLines = (sending: XMLHttpRequest): boolean =>
  sending.getResponseHeader('content-type')?.startsWith('application/x-ndjson') ?? false;

/**
 * Uploads files with progress, which `fetch` does not report. Throws like `request`; an abort rejects with its reason.
 */
export function upload<T>(fullPath: string, body: FormData, options: LinesOptions<T> = {}): Promise<T> {
  const { method = 'POST', headers = {}, signal, onProgress, onLine, maxMegabytes } = options;
  const tooMuch = findTooLargeError(body, maxMegabytes);
  if (tooMuch) return Promise.reject(tooMuch);
  const token = readToken();
  const sending = new XMLHttpRequest();
  sending.open(method, toApiUrl(fullPath));
  sending.withCredentials = true;
  for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
  sending.setRequestHeader('Accept-Language', language);
  if (token) sending.setRequestHeader('Authorization', `Bearer ${token}`);

  const throwError = async (response: Response): Promise<never> => {
    const error = await readProblem(response);
    handleUnauthorized(error, token);
    throw error;
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
    let read = 0;
    let last: T | undefined;
    const readLines = () => {
      if (!onLine || !isLines(sending)) return;
      for (let end = sending.responseText.indexOf('\n', read); end !== -1;) {
        last = JSON.parse(sending.responseText.slice(read, end)) as T;
        onLine(last);
        read = end + 1;
        end = sending.responseText.indexOf('\n', read);
      }
    };
    sending.addEventListener('progress', readLines);
    sending.addEventListener('error', () => {
      reject(new NetworkError(sending));
    });
    sending.addEventListener('load', () => {
      readLines();
      if (last !== undefined) {
        resolve(last);
        return;
      }
      const type = sending.getResponseHeader('content-type') ?? '';
      const response = new Response(sending.responseText, {
        status: sending.status,
        headers: { 'content-type': type },
      });
      resolve(response.ok ? (response.json() as Promise<T>) : throwError(response));
    });
    sending.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    sending.send(body);
  });
}
