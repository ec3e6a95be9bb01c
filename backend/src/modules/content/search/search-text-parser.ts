import { createHash } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { LOGGER } from '../../../platform/logging/logging.module.js';
import { isShortMarkdown } from '../markdown/markdown-sections.js';
import {
  MarkdownFailure,
  MarkdownWorkerPool,
  type MarkdownWorkerPoolOptions,
} from '../markdown/markdown-worker-pool.js';
import { type MarkdownReferences, mentionsInUnparsed } from '../markdown/references.js';
import { type ParsedText, parseText } from './parsed-text.js';
import { plainSearchText, type SearchText } from './search-text.js';

export interface ParsedSearchText {
  text: SearchText;
  /** undefined when `text` is unparsed */
  references?: MarkdownReferences;
  /** whether `text` is unparsed and to be replaced, because the parser was busy */
  isProvisional: boolean;
  /** why `text` is unparsed */
  failure?: MarkdownFailure['reason'];
}

/** A text that was parsed before the transaction that stores it. */
export interface ParsedMarkdown {
  markdown: string;
  /** undefined when the parser was busy */
  result: ParsedSearchText | undefined;
}

/** Total size of the cached results, in characters. */
const MAX_CACHE_SIZE = 8_000_000;

const sizeOf = ({ text: { body, words, pieces }, references }: ParsedSearchText): number => {
  const addresses = [...(references?.links ?? []), ...(references?.images ?? [])];
  const start = 100 + body.length + 10 * words.length + addresses.join('').length;
  return pieces.reduce((sum, { heading, text }) => sum + text.length + (heading?.length ?? 0) + 100, start);
};

/** The cache holds hashes as keys instead of the texts. */
const cacheKeyOf = (markdown: string): string => createHash('sha256').update(markdown).digest('base64url');

/** Only for texts that {@link isShortMarkdown} accepts. */
export const parseShortMarkdown = (markdown: string): ParsedSearchText => ({
  ...parseText(markdown),
  isProvisional: false,
});

/**
 * Parses Markdown for the search index, and for what it refers to. Short texts are parsed at once, long ones in a
 * worker thread: a command calls `prepare` before its transaction, so that neither a connection nor a lock waits for
 * the parser, and `getPrepared` inside the transaction.
 */
@Injectable()
export class SearchTextParser {
  private readonly workers: MarkdownWorkerPool<ParsedText>;
  private readonly cache = new LRUCache<string, ParsedSearchText>({ maxSize: MAX_CACHE_SIZE, sizeCalculation: sizeOf });
  private readonly running = new Map<string, Promise<ParsedSearchText | undefined>>();

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() options: Partial<MarkdownWorkerPoolOptions> = {},
  ) {
    this.workers = new MarkdownWorkerPool((error) => this.logger.error({ err: error }, 'the Markdown worker failed'), {
      filename: import.meta.resolve('./search-text-worker.js'),
      ...options,
    });
    database.beforeClose(() => this.workers.close());
  }

  /**
   * Parses a text that a command saves; to be called before its transaction. A long text waits for the parser some
   * seconds at most, and is provisional then.
   * @param id of the item, or of what it belongs to, for the log
   */
  async parse(markdown: string, id: string): Promise<ParsedSearchText> {
    if (isShortMarkdown(markdown)) return parseShortMarkdown(markdown);
    const parsed = await this.parseOnce(markdown, { isBackground: false });
    const result = parsed ?? { text: plainSearchText(markdown), isProvisional: true, failure: 'busy' as const };
    this.logFailure(result, markdown, id);
    return result;
  }

  /** As {@link parse}, for a text that may change before it is stored; {@link resultOf} gets the result. */
  async parseText(markdown: string): Promise<ParsedMarkdown> {
    if (isShortMarkdown(markdown)) return { markdown, result: parseShortMarkdown(markdown) };
    return { markdown, result: await this.parseOnce(markdown, { isBackground: false }) };
  }

  /** The parsed text if it is this one; for another long text a provisional result without headings. */
  resultOf(parsed: ParsedMarkdown | undefined, markdown: string, id: string): ParsedSearchText {
    if (isShortMarkdown(markdown)) return parseShortMarkdown(markdown);
    const known = parsed?.markdown === markdown ? parsed.result : undefined;
    const result = known ?? { text: plainSearchText(markdown), isProvisional: true, failure: 'busy' as const };
    this.logFailure(result, markdown, id);
    return result;
  }

  /** Waits for the parser, some seconds at most. Does nothing inside a transaction. */
  async prepare(markdown: string | undefined): Promise<void> {
    if (markdown === undefined || this.database.transactionExecutor || isShortMarkdown(markdown)) return;
    await this.parseOnce(markdown, { isBackground: false });
  }

  /**
   * Returns the prepared result; for a long text that was not prepared, a provisional one without headings.
   * @param id of the item, for the log
   */
  getPrepared(markdown: string, id: string): ParsedSearchText {
    const key = cacheKeyOf(markdown);
    const cached = this.cache.get(key);
    // Cached too, because a save asks for the mentions and links of a text, and for its search text.
    if (!cached && isShortMarkdown(markdown)) return this.addToCache(key, parseShortMarkdown(markdown));
    const result = cached ?? { text: plainSearchText(markdown), isProvisional: true, failure: 'busy' };
    this.logFailure(result, markdown, id);
    return result;
  }

  /** The handles that a prepared text mentions. A text without a result is searched for them unparsed. */
  getMentions(markdown: string, id: string): string[] {
    return this.getPrepared(markdown, id).references?.mentions ?? mentionsInUnparsed(markdown);
  }

  /**
   * Parses without a limit for the time in the queue.
   * @returns undefined when the worker does not start or is closed
   */
  async parseInBackground(markdown: string, id: string): Promise<ParsedSearchText | undefined> {
    if (isShortMarkdown(markdown)) return parseShortMarkdown(markdown);
    const result = await this.parseOnce(markdown, { isBackground: true });
    if (result) this.logFailure(result, markdown, id);
    return result;
  }

  /** Concurrent calls with the same text share one task. */
  private async parseOnce(
    markdown: string,
    { isBackground }: { isBackground: boolean },
  ): Promise<ParsedSearchText | undefined> {
    const key = cacheKeyOf(markdown);
    const cached = this.cache.get(key);
    if (cached) return cached;
    // A foreground task may time out in the queue, so a background call does not share it.
    const task = `${isBackground} ${key}`;
    let result = this.running.get(task);
    if (!result) {
      result = this.parseInWorker(key, markdown, isBackground).finally(() => this.running.delete(task));
      this.running.set(task, result);
    }
    return result;
  }

  private async parseInWorker(
    key: string,
    markdown: string,
    isBackground: boolean,
  ): Promise<ParsedSearchText | undefined> {
    const outcome = await this.workers.parse(markdown, { hasQueueTimeout: !isBackground });
    if (!(outcome instanceof MarkdownFailure)) return this.addToCache(key, { ...outcome, isProvisional: false });
    const { reason, cause } = outcome;
    if (cause) this.logger.error({ err: cause, length: markdown.length }, 'a Markdown text could not be parsed');
    if (reason === 'busy') return undefined;
    // Failures are cached too: a text that exceeds a limit does so again.
    return this.addToCache(key, { text: plainSearchText(markdown), isProvisional: false, failure: reason });
  }

  private addToCache(key: string, result: ParsedSearchText): ParsedSearchText {
    this.cache.set(key, result);
    return result;
  }

  private logFailure({ failure, isProvisional }: ParsedSearchText, markdown: string, id: string): void {
    if (!failure) return;
    const details = { item: id, length: markdown.length, reason: failure, isProvisional };
    this.logger.warn(details, 'an item is indexed as plain words');
  }
}
