import { Injectable } from '@nestjs/common';

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
  /** in addresses and headings, for example "documents" */
  name: string;
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
