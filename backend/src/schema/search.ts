import { defineEntity, p } from '@mikro-orm/core';
import { files } from './accounts.js';
import { cascade, date } from './columns.js';

/** A row with part 0 per item, and one per piece of its text. `at` is when the text last changed. */
export const searchEntries = defineEntity({
  name: 'search_entries',
  properties: {
    type: p.text().primary(),
    id: p.uuid().primary(),
    part: p.integer().primary(),
    format: p.integer(),
    audience: p.text(),
    author_id: p.uuid().nullable(),
    category_id: p.uuid().nullable(),
    difficulty: p.text().nullable(),
    at: p.datetime(),
    boost: p.smallint().default(0),
    url: p.text(),
    title: p.text(),
    summary: p.text(),
    body: p.text(),
    /** title, tags, headings and the whole text */
    tsv: p.string().columnType('tsvector'),
    /** title, tags and the beginning of the text, for ranking; part 0 only */
    short_tsv: p.string().columnType('tsvector').nullable(),
    /** title and names alone; null where the title is that of another item */
    title_tsv: p.string().columnType('tsvector').nullable(),
  },
  indexes: [
    {
      name: 'search_entries_title',
      expression: `create index search_entries_title
        on search_entries using gin (type, title_tsv) with (fastupdate=off)
        where part = 0`,
    },
    {
      name: 'search_entries_newest',
      properties: ['type', 'at', 'id'],
      columns: [{ name: 'type' }, { name: 'at', sort: 'desc' }, { name: 'id', sort: 'desc' }],
      where: 'part = 0',
    },
    {
      name: 'search_entries_helpful',
      properties: ['type', 'boost', 'at', 'id'],
      columns: [
        { name: 'type' },
        { name: 'boost', sort: 'desc' },
        { name: 'at', sort: 'desc' },
        { name: 'id', sort: 'desc' },
      ],
      where: 'part = 0 and boost > 0',
    },
    {
      name: 'search_entries_text',
      expression: `create index search_entries_text
        on search_entries using gin (type, tsv) with (fastupdate='on', gin_pending_list_limit='512')
        where part = 0`,
    },
    {
      name: 'search_entries_item_text',
      expression: `create index search_entries_item_text on search_entries using gin (tsv) with (fastupdate=off)
        where part = 0 and type in ('document', 'video')`,
    },
    {
      name: 'search_entries_category',
      expression: `create index search_entries_category on search_entries (category_id, type, at desc, id desc)
        where part = 0 and category_id is not null`,
    },
    {
      name: 'search_entries_item_title',
      expression: `create index search_entries_item_title on search_entries using gin (title_tsv) with (fastupdate=off)
        where part = 0 and type in ('document', 'video')`,
    },
  ],
});

/** Files whose text has been read, or could not be. */
export const fileTexts = defineEntity({
  name: 'file_texts',
  properties: {
    file: () => cascade(files).primary(),
    format: p.integer(),
    /** why nothing or not all is searched, an UnsearchedReason; null when all is */
    reason: p.text().nullable(),
  },
});

/**
 * The text of files, by its pages and at most 2000 characters. Readers see a file through the items that use it, so
 * that these rows know nothing of audiences.
 */
export const fileTextPieces = defineEntity({
  name: 'file_text_pieces',
  properties: {
    file: () => cascade(files).primary(),
    /** in the order of the text, from 0 */
    part: p.integer().primary(),
    /** page, slide or sheet, from 1; null where the file does not say where its pages end */
    page: p.integer().nullable(),
    body: p.text(),
    tsv: p.string().columnType('tsvector'),
  },
  indexes: [
    {
      name: 'file_text_pieces_text',
      expression: `create index file_text_pieces_text on file_text_pieces using gin (tsv) with (fastupdate=off)`,
    },
  ],
});

/** How often a query found nothing on a day. */
export const searchMisses = defineEntity({
  name: 'search_misses',
  properties: {
    day: date().primary(),
    query: p.text().primary(),
    n: p.integer(),
  },
});

/** Words of all items, by which mistyped queries are corrected. */
export const searchWords = defineEntity({
  name: 'search_words',
  properties: {
    word: p.text().primary(),
  },
  indexes: [
    {
      name: 'search_words_trigrams',
      expression: `create index search_words_trigrams on search_words using gist (word gist_trgm_ops (siglen='64'))`,
    },
  ],
});

/**
 * The links of a text to what is in this hub, as their addresses name it: by id, slug or former slug, whether it exists
 * or not. A text has its rows as long as it has search entries, by which readers see it; a comment until it is purged.
 */
export const contentLinks = defineEntity({
  name: 'content_links',
  properties: {
    source_type: p.text().primary(),
    source_id: p.uuid().primary(),
    /** in the order of the text, from 0 */
    position: p.integer().primary(),
    target_type: p.text(),
    target_key: p.text(),
    address: p.text(),
  },
  indexes: [{ name: 'content_links_target', properties: ['target_type', 'target_key'] }],
});
