import { Migration } from '@mikro-orm/migrations';

/** The search index. It fills itself at the next start: see content/search/search-rebuild.ts. */
export class Migration20261121113000_search extends Migration {
  override name = 'Migration20261121113000_search';

  override up(): void {
    this.addSql(`create extension if not exists btree_gin`);
    this.languages();
    this.addSql(`
      -- Part 0 stands for a whole item and is what is searched; the others are its pieces, each with the heading it stands under.
      create table search_entries (
        type text not null, id uuid not null, part int not null,
        format int not null,
        audience text not null, author_id uuid null, category_id uuid null, difficulty text null,
        at timestamptz not null,
        boost smallint not null default 0,
        url text not null, title text not null, summary text not null, body text not null,
        tsv tsvector not null, short_tsv tsvector null, title_tsv tsvector null,
        primary key (type, id, part)
      );
      -- Without fastupdate: a pending list would make every search read it through.
      create index search_entries_text on search_entries using gin (type, tsv) with (fastupdate = off) where part = 0;
      create index search_entries_title on search_entries using gin (type, title_tsv) with (fastupdate = off) where part = 0;
      create index search_entries_newest on search_entries (type, at desc, id desc) where part = 0;
      create index search_entries_helpful on search_entries (type, boost desc, at desc, id desc) where part = 0 and boost > 0;
      create index search_entries_category on search_entries (category_id, type, at desc, id desc) where part = 0 and category_id is not null;

      -- Words as they are written, for those who mistype one. What is offered is held against the index first.
      create table search_words (word text primary key);
      create index search_words_trigrams on search_words using gist (word gist_trgm_ops(siglen = 64));

      -- What was searched for in vain, and how often on a day; by whom is not kept.
      create table search_misses (day date not null, query text not null, n int not null, primary key (day, query));
    `);
  }

  override down(): void {
    this.addSql(`
      drop table search_entries, search_words, search_misses;
      drop function search_vector, search_term;
      drop text search configuration hub_english;
      drop text search configuration hub_simple;
    `);
  }

  /** The German stemmer knows umlauts by itself; with unaccent before it, its stop words with umlauts would not be known any more. */
  private languages(): void {
    this.addSql(`
      create text search configuration hub_english (copy = english);
      alter text search configuration hub_english alter mapping for hword, hword_part, word with unaccent, english_stem;
      create text search configuration hub_simple (copy = simple);
      alter text search configuration hub_simple alter mapping for hword, hword_part, word with unaccent, simple;
    `);
    this.addSql(`
      -- The parser takes <div> for markup and would leave it out; in these texts it is something people write about.
      create function search_vector(text) returns tsvector language sql stable parallel safe
        return to_tsvector('german', translate($1, '<>', '  ')) || to_tsvector('hub_english', translate($1, '<>', '  '));

      -- A word (or a phrase) in either language; nothing when it is a stop word in one of them.
      create function search_term(term text, is_phrase boolean) returns tsquery language sql stable parallel safe
        return (
          select case when numnode(t.de) = 0 or numnode(t.en) = 0 then ''::tsquery else t.de || t.en end
          from (select case when is_phrase then phraseto_tsquery('german', term) else plainto_tsquery('german', term) end as de,
                       case when is_phrase then phraseto_tsquery('hub_english', term) else plainto_tsquery('hub_english', term) end as en) t
        );
    `);
  }
}
