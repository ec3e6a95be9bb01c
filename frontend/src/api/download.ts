import { pathBelowApi, respond } from './client';

interface DownloadOptions {
  signal?: AbortSignal;
  /** How many bytes have come so far; how many there will be, nobody knows. */
  onBytes?: (bytes: number) => void;
}

export interface Download {
  file: Blob;
  /** As the server calls it. */
  name: string | undefined;
}

function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
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
 * Fetches a file as whom the stored token names; a link would go by the cookie, which may be missing or somebody else's.
 * Browsers put what is large on the disk as it comes. An abort rejects with its reason.
 */
export async function download(path: string, { signal, onBytes }: DownloadOptions = {}): Promise<Download> {
  const response = await respond(pathBelowApi(path), { signal });
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const body = onBytes ? response.body?.pipeThrough(counting(onBytes)) : response.body;
  return { file: await new Response(body, { headers: response.headers }).blob(), name };
}
