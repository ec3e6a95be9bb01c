import { Readable } from 'node:stream';
import { SitemapIndexStream, SitemapStream } from 'sitemap';
import type { Publications, PublicationSource } from './publications.js';

/** The most pages that the protocol allows in one sitemap; a month of a kind has its newest in it at worst. */
const MAX_PAGES = 50_000;
/** Read in one statement. */
const BATCH = 2000;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** The lowest UUIDv7 of a time. */
const lowestIdOf = (time: number): string => {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const timeOf = (id: string): Date => new Date(parseInt(id.replaceAll('-', '').slice(0, 12), 16));

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
      if (first) addresses.push(...monthsBetween(timeOf(first), now).map((month) => this.addressOf(source, month)));
    }
    return Readable.from(addresses.map((url) => ({ url }))).pipe(new SitemapIndexStream());
  }

  /** The pages of a kind that were made in a month, such as 2026-11; undefined when there is no such sitemap. */
  render(kind: string, month: string): Readable | undefined {
    const source = this.publications.sources.find(({ name }) => name === kind);
    const [, year, number] = MONTH.exec(month) ?? [];
    if (!source || !year || !number) return undefined;
    const range = {
      after: lowestIdOf(Date.UTC(Number(year), Number(number) - 1)),
      before: lowestIdOf(Date.UTC(Number(year), Number(number))),
    };
    const stream = new SitemapStream({ hostname: this.publicUrl });
    return Readable.from(listPages(source, range))
      .on('error', (error) => stream.destroy(error))
      .pipe(stream);
  }

  private addressOf({ name }: PublicationSource, month: string): string {
    return `${this.publicUrl}/sitemaps/${name}/${month}.xml`;
  }
}

async function* listPages(source: PublicationSource, { after, before }: { after: string; before: string }) {
  let place = after;
  for (let read = 0; read < MAX_PAGES; read += BATCH) {
    const pages = await source.listPages({ after: place, before, limit: BATCH });
    for (const { path, changedAt } of pages) yield { url: path, lastmod: changedAt.toISOString() };
    const last = pages.at(-1);
    if (!last || pages.length < BATCH) return;
    place = last.id;
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
