import type { DetailedError, HttpRequest, Upload } from 'tus-js-client';
import { apiUrlFor, handleUnauthorized } from '../../../api/client';
import { ApiError, NetworkError } from '../../../api/problem';
import type { Problem } from '../../../api/generated/model/problem';
import { readToken } from '../../../api/token';

/** Below the limits of common reverse proxies for the size and duration of a request. */
const CHUNK_BYTES = 48 * 1024 ** 2;
/** Long enough for a restart of the server; a chunk that arrives starts the delays again. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, ...Array.from({ length: 120 }, () => 5000)];

/** Of an upload that runs or is paused. */
export interface UploadState {
  sent: number;
  total: number;
  isPaused: boolean;
  /** The connection is lost; the upload retries. */
  isOffline: boolean;
  /** Bytes per second; undefined until it is known. */
  speed: number | undefined;
  /** Where the upload continued, in bytes. */
  resumedAt: number;
}

export interface ResumableUpload {
  /** Resolves to the upload key; to undefined when cancelled. */
  result: Promise<string | undefined>;
  pause: () => void;
  resume: () => void;
  /** Ends the upload and deletes what has been uploaded. */
  cancel: () => void;
}

const SPEED_WINDOW_MS = 5000;

/** Measures the speed over the last seconds. */
export function createSpeedometer(now: () => number = () => performance.now()) {
  let samples: { at: number; bytes: number }[] = [];
  return {
    reset: () => {
      samples = [];
    },
    measure: (bytes: number): number | undefined => {
      const at = now();
      samples = [...samples.filter((sample) => at - sample.at <= SPEED_WINDOW_MS), { at, bytes }];
      const first = samples[0];
      if (!first || at - first.at < 500) return undefined;
      return Math.max(0, ((bytes - first.bytes) / (at - first.at)) * 1000);
    },
  };
}

function readProblemBody(body: string): Problem {
  try {
    return JSON.parse(body) as Problem;
  } catch {
    return {} as Problem;
  }
}

/** The error of the server's response, as other requests throw it. */
function toApiError(error: Error): Error {
  const response = (error as Partial<DetailedError>).originalResponse;
  if (!response) return new NetworkError(error);
  const failure = new ApiError(response.getStatus(), readProblemBody(response.getBody()));
  handleUnauthorized(failure, readToken());
  return failure;
}

const isTemporary = (error: DetailedError): boolean => {
  const status = error.originalResponse?.getStatus() ?? 0;
  return status < 400 || status >= 500 || [408, 409, 423, 429].includes(status);
};

function authenticate(request: HttpRequest): void {
  const token = readToken();
  if (token) request.setHeader('Authorization', `Bearer ${token}`);
  (request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true;
}

const getUploadId = (url: string | null): string => url?.split('/').at(-1) ?? '';

interface Deferred<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

/** A promise that is settled from outside, by callbacks. */
function createDeferred<T>(): Deferred<T> {
  const deferred = {} as Deferred<T>;
  deferred.promise = new Promise<T>((resolve, reject) => {
    Object.assign(deferred, { resolve, reject });
  });
  return deferred;
}

interface UploadOptions {
  file: File;
  /** Other users of the browser do not continue this user's uploads. */
  userId: string;
  onChange: (state: UploadState) => void;
}

/**
 * Uploads a file so that it survives lost connections, restarts of the server and reloads of the page: the same file,
 * chosen again, continues where it stopped.
 */
export async function startResumableUpload(options: UploadOptions): Promise<ResumableUpload> {
  const tus = await import('tus-js-client');
  const { file, userId, onChange } = options;
  const speedometer = createSpeedometer();
  let isCancelled = false;
  let state: UploadState = {
    sent: 0,
    total: file.size,
    isPaused: false,
    isOffline: false,
    speed: undefined,
    resumedAt: 0,
  };
  const change = (changes: Partial<UploadState>) => {
    state = { ...state, ...changes };
    onChange(state);
  };
  const outcome = createDeferred<string | undefined>();
  const upload: Upload = new tus.Upload(file, {
    endpoint: apiUrlFor('/uploads'),
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    metadata: { filename: file.name },
    removeFingerprintOnSuccess: true,
    fingerprint: ({ name, size, lastModified }) =>
      Promise.resolve(['hub-upload', userId, name, size, lastModified].join('/')),
    onBeforeRequest: authenticate,
    onShouldRetry: (error) => {
      const isRetried = isTemporary(error);
      if (isRetried && !state.isPaused) {
        speedometer.reset();
        change({ isOffline: true, speed: undefined });
      }
      return isRetried;
    },
    onProgress: (sent) => {
      if (!isCancelled) change({ sent, isOffline: false, speed: speedometer.measure(sent) });
    },
    onError: (error) => {
      if (!isCancelled) outcome.reject(toApiError(error));
    },
    onSuccess: () => {
      outcome.resolve(getUploadId(upload.url));
    },
  });
  const [previous] = await upload.findPreviousUploads().catch(() => []);
  if (previous) upload.resumeFromPreviousUpload(previous);
  upload.start();
  return {
    result: outcome.promise,
    pause: () => {
      void upload.abort();
      speedometer.reset();
      change({ isPaused: true, speed: undefined });
    },
    resume: () => {
      change({ isPaused: false, isOffline: false });
      upload.start();
    },
    cancel: () => {
      isCancelled = true;
      // The server deletes what remains, if this request does not arrive.
      void upload.abort(true).catch(() => undefined);
      outcome.resolve(undefined);
    },
  };
}
