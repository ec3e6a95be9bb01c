-- What the declarations cannot express; migrations create it. Before the tables:
create extension citext;
create extension pg_trgm;
create extension unaccent;
create extension btree_gin;

create text search configuration hub_english (copy = english);
alter text search configuration hub_english alter mapping for hword, hword_part, word with unaccent, english_stem;
create text search configuration hub_simple (copy = simple);
alter text search configuration hub_simple alter mapping for hword, hword_part, word with unaccent, simple;

create function lower_each(text[]) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(lower(t.item)), '{}') from unnest($1) as t (item));

create function search_vector(text) returns tsvector language sql stable parallel safe
  return to_tsvector('german', translate($1, '<>', '  ')) || to_tsvector('hub_english', translate($1, '<>', '  '));

create function search_term(term text, is_phrase boolean) returns tsquery language sql stable parallel safe
  return (
    select case when numnode(t.de) = 0 or numnode(t.en) = 0 then ''::tsquery else t.de || t.en end
    from (select case when is_phrase then phraseto_tsquery('german', term) else plainto_tsquery('german', term) end as de,
                 case when is_phrase then phraseto_tsquery('hub_english', term) else plainto_tsquery('hub_english', term) end as en) t
  );

-- tables
alter table rate_limits set unlogged;
alter table search_entries set (toast_tuple_target = 4096);
drop index content_counts_key;
alter table content_counts add constraint content_counts_key
  unique nulls not distinct (category_id, kind, status, audience);
