import { hash } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { findMentions, isShortMarkdown, type MarkdownReferences } from '@hub/shared/markdown/sections';
import { Database } from '../../../platform/database/database.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import {
  MarkdownFailure,
  MarkdownWorkerPool,
  type MarkdownWorkerPoolOptions,
} from '../markdown/markdown-worker-pool.js';
import { type ParsedText, parseText } from './search-text-worker.js';
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

/** A Markdown text that was parsed before the transaction that stores it. */
export interface PreparedMarkdown {
  markdown: string;
  /** undefined when the parser was busy */
  parsed: ParsedSearchText | undefined;
}

const MAX_FAILURES = 1000;

/** Only for texts that {@link isShortMarkdown} accepts. */
export const parseShortMarkdown = (markdown: string): ParsedSearchText => ({
  ...parseText(markdown),
  isProvisional: false,
});

const toFailed = (markdown: string, failure: MarkdownFailure['reason']): ParsedSearchText => ({
  text: plainSearchText(markdown),
  isProvisional: false,
  failure,
});

/** The handles that a text mentions; an unparsed text is searched for them. */
export const getMentions = ({ references }: ParsedSearchText, markdown: string): string[] =>
  references?.mentions ?? findMentions(markdown);

/**
 * Parses Markdown for the search index, and for what it refers to. Short texts are parsed at once, long ones in a
 * worker thread: a command parses before its transaction, so that neither a connection nor a lock waits for the parser.
 */
@Injectable()
export class SearchTextParser {
  private readonly workers: MarkdownWorkerPool<ParsedText>;
  /** Hashes of texts that exceed a limit of the parser, which they would do again. */
  private readonly failures = new LRUCache<string, MarkdownFailure['reason']>({ max: MAX_FAILURES });
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
   * Parses a text that a command saves. A long text waits for the parser some seconds at most, and is provisional then
   * and inside a transaction, which does not wait.
   * @param id of the item, or of what it belongs to, for the log
   */
  async parse(markdown: string, id: string): Promise<ParsedSearchText> {
    return this.getParsed(await this.prepare(markdown), markdown, id);
  }

  /** As {@link parse}, for a text that may change before it is stored; {@link getParsed} returns the result. */
  async prepare(markdown: string): Promise<PreparedMarkdown> {
    if (isShortMarkdown(markdown)) return { markdown, parsed: parseShortMarkdown(markdown) };
    const mayWait = !this.database.isInTransaction;
    return { markdown, parsed: mayWait ? await this.parseOnce(markdown, { isBackground: false }) : undefined };
  }

  /** The parsed text if it is this one; for another long text a provisional result without headings. */
  getParsed(prepared: PreparedMarkdown | undefined, markdown: string, id: string): ParsedSearchText {
    const known = prepared?.markdown === markdown ? prepared.parsed : undefined;
    if (!known && isShortMarkdown(markdown)) return parseShortMarkdown(markdown);
    const result = known ?? { text: plainSearchText(markdown), isProvisional: true, failure: 'busy' as const };
    this.logFailure(result, markdown, id);
    return result;
  }

  /**
   * Parses without a limit for the time to wait.
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
    const key = hash('sha256', markdown);
    const failure = this.failures.get(key);
    if (failure) return toFailed(markdown, failure);
    // A foreground caller may give up waiting, so a background call does not share its task.
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
    const outcome = await this.workers.parse(markdown, { hasWaitTimeout: !isBackground });
    if (!(outcome instanceof MarkdownFailure)) return { ...outcome, isProvisional: false };
    const { reason, cause } = outcome;
    if (cause) this.logger.error({ err: cause, length: markdown.length }, 'a Markdown text could not be parsed');
    if (reason === 'busy') return undefined;
    this.failures.set(key, reason);
    return toFailed(markdown, reason);
  }

  private logFailure({ failure, isProvisional }: ParsedSearchText, markdown: string, id: string): void {
    if (!failure) return;
    const details = { item: id, length: markdown.length, reason: failure };
    if (isProvisional) this.logger.info(details, 'an item is indexed as plain words until the parser has time');
    else this.logger.warn(details, 'an item is indexed as plain words');
  }
}
