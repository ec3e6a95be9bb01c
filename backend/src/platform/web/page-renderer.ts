import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import type { Logger } from 'pino';
import type { Language } from '@hub/shared/languages';
import type { Metrics } from '../monitoring/metrics.js';
import type { ApiRequest, ApiResponse, ReadApi } from './guest-api.js';
import { findInlineSources, type InlineSources } from './page-html.js';

/** Input of a page; its data are read from the API. */
export interface PageInput {
  language: Language;
  /** path and query */
  url: string;
  /** the meta tags that the frontend reads, by their names */
  metas: Record<string, string>;
}

export interface RenderedPage {
  html: string;
  /** the ids of the frontend's routes that it shows */
  routes: string[];
  /** the responses that it was rendered from */
  responses: ApiResponse[];
  inline: InlineSources;
}

const TIMEOUT_MS = 5000;
/** Some seconds of work. Under more load the browsers render. */
const MAX_QUEUE = 32;
const MAX_HEAP_MB = 96;
/** The default keeps memory of large pages in the process. */
const YOUNG_GENERATION_MB = 6;
/** A page that failed is left to browsers for a minute, because the thread may have to start anew after it. */
const FAILED_TTL_MS = 60_000;
const MAX_FAILED = 1000;

type PageTask = Omit<PageInput, 'language'> & { port: MessagePort };

/**
 * Renders pages for guests by the frontend's bundles for servers, in one thread that stays warm: no page can block
 * other requests. The thread loads the bundle of a language before the first page in it.
 */
export class PageRenderer {
  private readonly pool: Piscina<
    PageTask | Pick<PageInput, 'metas'>,
    Pick<RenderedPage, 'html' | 'routes'> | undefined
  >;
  /** what the thread has loaded, or loads */
  private readonly bundles = new Map<Language, Promise<unknown>>();
  /** by language and path */
  private readonly failed = new LRUCache<string, true>({ max: MAX_FAILED, ttl: FAILED_TTL_MS });
  private isClosed = false;

  /** @param folder of the built frontend */
  constructor(
    private readonly folder: string,
    private readonly metrics: Pick<Metrics, 'recordPage'>,
    private readonly logger: Logger,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    this.pool = new Piscina({
      // One starts anew by itself after a page that ended it.
      minThreads: 1,
      maxThreads: 1,
      maxQueue: MAX_QUEUE,
      idleTimeout: Infinity,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.pool.on('workerDestroy', () => this.bundles.clear());
    // Errors of a page reach its caller, too.
    this.pool.on('error', (error: unknown) => logger.warn({ err: error }, 'the thread that renders pages has failed'));
  }

  /** @returns undefined for a page that the browser renders */
  async render({ language, ...input }: PageInput, read: ReadApi): Promise<RenderedPage | undefined> {
    const [path = ''] = input.url.split('?', 1);
    const key = `${language} ${path}`;
    if (this.failed.has(key)) return undefined;
    const { port1: requests, port2: port } = new MessageChannel();
    const responses: ApiResponse[] = [];
    let hasStarted = false;
    requests.on('message', (request: ApiRequest | 'started') => {
      if (request === 'started') {
        hasStarted = true;
        return;
      }
      const respond = async () => {
        const response = await read(request);
        responses.push(response);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread
        requests.postMessage(response);
      };
      // Without a response the page times out.
      respond().catch((error: unknown) => this.logger.warn({ err: error, path }, 'a request of a page has failed'));
    });
    const filename = join(this.folder, language, 'server/entry-server.js');
    const signal = AbortSignal.timeout(this.timeoutMs);
    try {
      await unlessAborted(signal, this.load(language, filename, input));
      const page = await this.pool.run({ ...input, port }, { filename, signal, transferList: [port] });
      const inline = page && findInlineSources(page.html);
      // It would be rendered in vain again.
      if (page && !inline) this.failed.set(key, true);
      const isSuited = inline && responses.every(({ status }) => !isTransient(status));
      this.metrics.recordPage(isSuited ? 'rendered' : 'unsuited');
      return isSuited ? { ...page, responses, inline } : undefined;
    } catch (error) {
      const hasWaited = signal.aborted && !hasStarted;
      this.recordFailure(key, { isBusy: hasWaited || isQueueFull(error), isTimeout: signal.aborted, error });
      return undefined;
    } finally {
      requests.close();
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool.destroy();
  }

  /**
   * Has no time limit, unlike a page: a thread that ends while it loads would begin again with the next page, and on a
   * slow machine never get further.
   */
  private load(language: Language, filename: string, { metas }: Pick<PageInput, 'metas'>): Promise<unknown> {
    const known = this.bundles.get(language);
    if (known) return known;
    const loading = this.pool.run({ metas }, { filename, name: 'loadApp' });
    this.bundles.set(language, loading);
    loading.catch(() => this.bundles.get(language) === loading && this.bundles.delete(language));
    return loading;
  }

  private recordFailure(
    key: string,
    { isBusy, isTimeout, error }: { isBusy: boolean; isTimeout: boolean; error: unknown },
  ): void {
    if (this.isClosed) return;
    if (isBusy) {
      this.metrics.recordPage('busy');
      return;
    }
    this.failed.set(key, true);
    this.metrics.recordPage(isTimeout ? 'timeout' : 'error');
    this.logger.warn({ err: error, page: key }, 'a page was left to the browser');
  }
}

/** @throws the signal's reason when that comes first */
function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([promise, aborted]);
}

/** As the pool reports it. */
const isQueueFull = (error: unknown): boolean => error instanceof Error && error.message === 'Task queue is at limit';

/** Another request may have another response. */
const isTransient = (status: number): boolean => status === 429 || status >= 500;
