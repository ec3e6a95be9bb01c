import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';

type Answer = { status: number; body?: object } | 'lost' | 'hang';

/** For tests: the tus protocol without a network. Its address is that of the stubbed API. */
export class FakeUploadServer implements HttpStack {
  /** One line for each request, such as "PATCH 0+100". */
  readonly requests: string[] = [];
  readonly tokens: (string | undefined)[] = [];
  readonly uploads = new Map<string, { size: number; bytes: number }>();
  /** Answers to the next requests instead of the usual ones; undefined for the usual one. */
  readonly answers: (Answer | undefined)[] = [];
  /** Reports that bytes of the request that hangs have been sent. */
  reportProgress: (sent: number) => void = () => undefined;
  private number = 0;

  getName = () => 'FakeUploadServer';

  createRequest(method: string, url: string): HttpRequest {
    const headers = new Map<string, string>();
    let report: ((sent: number) => void) | undefined;
    let reject: ((error: Error) => void) | undefined;
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => void headers.set(name, value),
      getHeader: (name) => headers.get(name),
      setProgressHandler: (handler) => {
        report = handler;
      },
      getUnderlyingObject: () => undefined,
      abort: () => {
        reject?.(new Error('aborted'));
        return Promise.resolve();
      },
      send: async (body: Blob | null) => {
        const size = body?.size ?? 0;
        const offset = headers.get('Upload-Offset');
        this.requests.push([method, offset !== undefined && `${offset}+${size}`].filter(Boolean).join(' '));
        this.tokens.push(headers.get('Authorization'));
        const answer = this.answers.shift();
        await Promise.resolve();
        if (answer === 'lost') throw new Error('connection lost');
        if (answer === 'hang') {
          this.reportProgress = report ?? this.reportProgress;
          await new Promise((_resolve, fail) => (reject = fail));
        }
        report?.(size);
        if (answer) return response((answer as { status: number }).status, {}, (answer as { body?: object }).body);
        return this.respond(method, url, Number(headers.get('Upload-Length')), size);
      },
    };
  }

  private respond(method: string, url: string, length: number, sent: number): HttpResponse {
    if (method === 'POST') {
      const id = `upload-${++this.number}`;
      this.uploads.set(id, { size: length, bytes: 0 });
      return response(201, { Location: `/api/uploads/${id}` });
    }
    const upload = this.uploads.get(url.split('/').at(-1) ?? '');
    if (!upload) return response(404, {}, { code: 'not_found' });
    upload.bytes += sent;
    const headers = { 'Upload-Offset': String(upload.bytes), 'Upload-Length': String(upload.size) };
    return response(method === 'HEAD' ? 200 : 204, headers);
  }
}

function response(status: number, headers: Record<string, string>, body?: object): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (name) => headers[name],
    getBody: () => (body ? JSON.stringify(body) : ''),
    getUnderlyingObject: () => undefined,
  };
}
