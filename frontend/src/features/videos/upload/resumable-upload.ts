import type { DetailedError, HttpRequest, HttpStack, Upload } from 'tus-js-client';
import { fetchResponse, getAbsoluteApiUrl, handleUnauthorized } from '../../../api/client';
import { ApiError } from '../../../api/problem';
import { readToken } from '../../../api/token';
import { language } from '../../../lib/language';
import { uploads as text } from '../../../messages/uploads';
import { TransferRate } from './transfer-rate';
import { getUploadId, type UploadRecords } from './upload-records';

type UploadPhase =
  /** Being sent. */
  | 'sending'
  /** By the user, or because of `error`. */
  | 'paused'
  /** The connection was lost and is tried again. */
  | 'interrupted'
  /** Complete, canceled or failed. */
  | 'ended';

export interface UploadState {
  phase: UploadPhase;
  sentBytes: number;
  totalBytes: number;
  bytesPerSecond?: number;
  /** Why the upload was paused. */
  error?: string;
}

const MB = 1024 ** 2;
/** Small, so that a file that is no video is refused before much of it was sent. */
const FIRST_PART_BYTES = MB / 4;
/** Proxies limit and buffer requests. The server keeps the parts of an aborted request, too. */
const PART_BYTES = 32 * MB;
/** About five minutes in all. A part that arrives begins them anew. */
const RETRY_MS = [500, 1000, 2000, 5000, 10_000, ...Array<number>(10).fill(30_000)];
const RENDER_EVERY_MS = 250;
const STORE_EVERY_MS = 2000;

/** Responses after which the same request may succeed. 507 is final: the server has deleted the upload. */
const isTemporary = (status: number): boolean =>
  status === 0 || status === 409 || status === 429 || (status >= 500 && status !== 507);

const getStatus = (error: Error | DetailedError): number | undefined =>
  'originalRequest' in error ? (error.originalResponse?.getStatus() ?? 0) : undefined;

function toApiError({ originalResponse }: DetailedError): ApiError {
  let problem: object = {};
  try {
    problem = JSON.parse(originalResponse?.getBody() ?? '') as object;
  } catch {
    // Responses of a proxy, or to HEAD.
  }
  return new ApiError(originalResponse?.getStatus() ?? 0, problem);
}

/** One upload of a video file in parts, which continues where an earlier one of the same file has stopped. */
export class ResumableUpload {
  /** The id of the complete upload; undefined when it was canceled. Rejects with an ApiError when it is refused. */
  readonly result: Promise<string | undefined>;
  private state: UploadState;
  private readonly listeners = new Set<() => void>();
  private readonly rate = new TransferRate();
  private settle!: { resolve: (id: string | undefined) => void; reject: (error: unknown) => void };
  private upload: Upload | undefined;
  private token: string | null = null;
  private renderedAt = 0;
  private storedAt = 0;
  /** The state has it too, but not each change of it. */
  private sentBytes = 0;
  private isAccepted = false;
  private readonly file: File;
  private readonly records: UploadRecords;
  private readonly httpStack: HttpStack | undefined;

  /** @param httpStack replaces the requests of the browser in tests */
  constructor(file: File, records: UploadRecords, httpStack?: HttpStack) {
    this.file = file;
    this.records = records;
    this.httpStack = httpStack;
    this.state = { phase: 'sending', sentBytes: 0, totalBytes: file.size };
    this.result = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    window.addEventListener('online', this.handleOnline);
    void this.start(records.find(file)?.url);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getSnapshot = (): UploadState => this.state;

  pause(): void {
    if (this.state.phase === 'ended') return;
    void this.upload?.abort();
    this.setPaused(undefined);
  }

  resume(): void {
    if (this.state.phase !== 'paused') return;
    this.rate.reset();
    this.update({ phase: 'sending', error: undefined });
    this.upload?.start();
  }

  /** Ends the upload and deletes what has arrived. */
  cancel(): void {
    if (this.state.phase === 'ended') return;
    const url = this.upload?.url;
    void this.upload?.abort();
    // The server deletes it after a day where this fails.
    if (url) void discardUpload(url, this.records).catch(() => undefined);
    this.end();
    this.settle.resolve(undefined);
  }

  /** @param url of an earlier upload of the file */
  private async start(url: string | undefined): Promise<void> {
    try {
      const { Upload } = await import('tus-js-client');
      if (this.state.phase === 'ended') return;
      const upload = new Upload(this.file, {
        // Without it a missing upload is an error instead of a new upload, which a lost session would cause as well.
        // Absolute: the address of the upload is resolved against it.
        endpoint: url === undefined ? getAbsoluteApiUrl('/uploads') : undefined,
        uploadUrl: url,
        metadata: { filename: this.file.name },
        chunkSize: url === undefined ? FIRST_PART_BYTES : PART_BYTES,
        retryDelays: RETRY_MS,
        storeFingerprintForResuming: false,
        ...(this.httpStack && { httpStack: this.httpStack }),
        onBeforeRequest: (request) => {
          this.authorize(request);
        },
        onUploadUrlAvailable: () => {
          upload.options.endpoint = undefined;
          this.store();
        },
        onProgress: (sent) => {
          this.handleProgress(sent);
        },
        onChunkComplete: (_size, accepted) => {
          upload.options.chunkSize = PART_BYTES;
          this.sentBytes = accepted;
          this.isAccepted = accepted === this.file.size;
          this.store();
        },
        onShouldRetry: (error) => this.shouldRetry(error),
        onError: (error) => {
          this.handleError(error);
        },
        onSuccess: () => {
          this.finish();
        },
      });
      this.upload = upload;
      if (this.state.phase === 'sending') upload.start();
    } catch (error) {
      this.end();
      this.settle.reject(error);
    }
  }

  private authorize(request: HttpRequest): void {
    this.token = readToken();
    request.setHeader('Accept-Language', language);
    if (this.token) request.setHeader('Authorization', `Bearer ${this.token}`);
    const sending: unknown = request.getUnderlyingObject();
    if (sending instanceof XMLHttpRequest) sending.withCredentials = true;
  }

  private handleProgress(sentBytes: number): void {
    this.sentBytes = sentBytes;
    this.rate.add(sentBytes);
    const now = performance.now();
    const isContinued = this.state.phase === 'interrupted';
    if (!isContinued && now - this.renderedAt < RENDER_EVERY_MS) return;
    this.renderedAt = now;
    if (now - this.storedAt > STORE_EVERY_MS) this.store();
    this.update({ phase: 'sending', sentBytes, bytesPerSecond: this.rate.bytesPerSecond });
  }

  private store(): void {
    this.storedAt = performance.now();
    if (!this.upload?.url) return;
    // Sent bytes may not have arrived: only the server knows that an upload is complete.
    const sentBytes = this.isAccepted ? this.sentBytes : Math.min(this.sentBytes, this.file.size - 1);
    this.records.store(this.file, this.upload.url, sentBytes);
  }

  private shouldRetry(error: Error | DetailedError): boolean {
    const isRetried = isTemporary(getStatus(error) ?? 400);
    if (isRetried) {
      this.rate.reset();
      this.update({ phase: 'interrupted', bytesPerSecond: undefined });
    }
    return isRetried;
  }

  private handleError(error: Error | DetailedError): void {
    const status = getStatus(error);
    if (status === undefined) {
      // Not a response: the browser cannot read the file any more.
      this.fail(new ApiError(400, { detail: text.unreadable }));
      return;
    }
    const apiError = toApiError(error as DetailedError);
    if (status === 401) {
      handleUnauthorized(apiError, this.token);
      this.setPaused(text.signedOut);
    } else if (isTemporary(status)) this.setPaused(apiError.problem.detail ?? text.connectionLost);
    else if (status === 404 && this.upload?.url) this.startAgain(this.upload.url);
    else this.fail(apiError);
  }

  /** The earlier upload has expired, or belongs to another account. */
  private startAgain(url: string): void {
    this.records.remove(getUploadId(url));
    this.rate.reset();
    this.sentBytes = 0;
    this.update({ phase: 'sending', sentBytes: 0, bytesPerSecond: undefined });
    void this.start(undefined);
  }

  /** @param error undefined when the user pauses it */
  private setPaused(error: string | undefined): void {
    this.rate.reset();
    // After a reload, the form names the progress that was seen last.
    this.store();
    this.update({ phase: 'paused', sentBytes: this.sentBytes, bytesPerSecond: undefined, error });
  }

  private fail(error: ApiError): void {
    if (this.upload?.url) this.records.remove(getUploadId(this.upload.url));
    this.end();
    this.settle.reject(error);
  }

  /** The record stays, since the form may still be lost. */
  private finish(): void {
    this.update({ sentBytes: this.file.size });
    this.end();
    this.settle.resolve(getUploadId(this.upload?.url ?? ''));
  }

  private end(): void {
    window.removeEventListener('online', this.handleOnline);
    this.update({ phase: 'ended', bytesPerSecond: undefined, error: undefined });
  }

  private readonly handleOnline = (): void => {
    if (this.state.phase !== 'interrupted') return;
    void this.upload?.abort();
    this.upload?.start();
  };

  private update(change: Partial<UploadState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Deletes an upload and forgets it. */
export async function discardUpload(url: string, records: UploadRecords): Promise<void> {
  try {
    await fetchResponse(`/uploads/${getUploadId(url)}`, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  records.remove(getUploadId(url));
}
