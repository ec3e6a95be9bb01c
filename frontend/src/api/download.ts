import { stripApiPrefix, fetchResponse } from './client';

interface DownloadOptions {
  signal?: AbortSignal;
  /** Reports the bytes received so far; the total is unknown. */
  onBytes?: (bytes: number) => void;
}

export interface Download {
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
