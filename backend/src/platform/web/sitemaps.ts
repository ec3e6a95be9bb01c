import { Readable } from 'node:stream';
import { SitemapIndexStream, SitemapStream } from 'sitemap';
import { Injectable } from '@nestjs/common';
import type { Texts } from '../language/texts.js';

/** A page that guests may read, for feeds and lists of links. */
export interface Publication {
  id: string;
  /** path in the frontend */
  path: string;
  title: string;
  /** plain text, may be empty */
  summary: string;
  authorName: string;
  publishedAt: Date;
  changedAt: Date;
}

/** A page for search engines. */
export interface ListedPage {
  id: string;
  /** path in the frontend */
  path: string;
  changedAt: Date;
}

/** Pages of one kind; only those that guests may read. */
export interface PublicationSource {
  /** in addresses; headings have it in the language of the hub */
  name: keyof Texts['pages']['sections'];
  /** what a program reads instead of the page at a path, when there is such a text */
  textPath?: (path: string) => string;
  /** newest first */
  listNewest(limit: number): Promise<Publication[]>;
  /** The lowest id there is. Ids are UUIDv7, so that a month is a range of them. */
  findFirstId(): Promise<string | undefined>;
  /** Those with `after` < id < `before`, in the order of ids. */
  listPages(range: { after: string; before: string; limit: number }): Promise<ListedPage[]>;
}

/** What guests may read, for feeds, sitemaps and programs. Modules add their kinds. */
@Injectable()
export class Publications {
  private readonly registered: PublicationSource[] = [];

  get sources(): readonly PublicationSource[] {
    return this.registered.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  add(source: PublicationSource): void {
    this.registered.push(source);
  }
}

/** The most pages that the protocol allows in one sitemap; of more in a month, the first ones are listed. */
const MAX_PAGES = 50_000;
/** Read in one statement. */
const BATCH = 2000;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The lowest UUIDv7 of a time. */
const getLowestId = (time: number): string => {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const readTime = (id: string): Date => new Date(parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** Sitemaps for search engines: an index, and one sitemap per kind and month in which pages were made. */
export class Sitemaps {
  constructor(
    private readonly publications: Publications,
    private readonly publicUrl: string,
  ) {}

  /** The index of all sitemaps. */
  async renderIndex(now = new Date()): Promise<Readable> {
    const addresses: string[] = [];
    for (const source of this.publications.sources) {
      const first = await source.findFirstId();
      for (const month of first ? monthsBetween(readTime(first), now) : [])
        if ((await source.listPages({ ...getIdRange(month), limit: 1 })).length)
          addresses.push(this.getAddress(source, month));
    }
    return Readable.from(addresses.map((url) => ({ url }))).pipe(new SitemapIndexStream());
  }

  /** The pages of a kind that were made in a month, such as 2026-11; undefined when there are none. */
  async render(kind: string, month: string): Promise<Readable | undefined> {
    const source = this.publications.sources.find(({ name }) => name === kind);
    if (!source || !MONTH.test(month)) return undefined;
    const range = getIdRange(month);
    const beginning = await source.listPages({ ...range, limit: BATCH });
    // An empty sitemap is invalid.
    if (!beginning.length) return undefined;
    const stream = new SitemapStream({ hostname: this.publicUrl });
    return Readable.from(continueList(source, range, beginning))
      .on('error', (error) => stream.destroy(error))
      .pipe(stream);
  }

  private getAddress({ name }: PublicationSource, month: string): string {
    return `${this.publicUrl}/sitemaps/${name}/${month}.xml`;
  }
}

interface IdRange {
  after: string;
  before: string;
}

/** The ids that were made in a month, such as 2026-11. */
function getIdRange(month: string): IdRange {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { after: getLowestId(Date.UTC(year, number - 1)), before: getLowestId(Date.UTC(year, number)) };
}

async function* continueList(source: PublicationSource, { before }: IdRange, beginning: readonly ListedPage[]) {
  let pages = beginning;
  for (let read = BATCH; ; read += BATCH) {
    for (const { path, changedAt } of pages) yield { url: path, lastmod: changedAt.toISOString() };
    const last = pages.at(-1);
    if (!last || pages.length < BATCH || read >= MAX_PAGES) return;
    pages = await source.listPages({ after: last.id, before, limit: BATCH });
  }
}

/** Such as 2026-10 and 2026-11, in UTC. */
function monthsBetween(first: Date, last: Date): string[] {
  const months: string[] = [];
  for (let month = Date.UTC(first.getUTCFullYear(), first.getUTCMonth()); month <= last.getTime();) {
    const date = new Date(month);
    months.push(date.toISOString().slice(0, 7));
    month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  }
  return months;
}
