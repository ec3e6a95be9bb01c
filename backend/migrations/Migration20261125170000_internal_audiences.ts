import { Migration } from '@mikro-orm/migrations';

/** SQL: the complete audience of an item; content_items.audience has the closed ones without _INTERNAL. */
const audience = (item: string): string =>
  `case when ${item}.visibility = 'INTERNAL' and ${item}.audience in ('RESTRICTED', 'REVIEW', 'HIDDEN')
     then ${item}.audience || '_INTERNAL' else ${item}.audience end`;

/**
 * Counters, tags and the search index keep apart what is INTERNAL among drafts, items in review and hidden ones. The
 * generated column of content_items stays as it is: its expression cannot change while the former version reads it.
 */
export class Migration20261125170000_internal_audiences extends Migration {
  override name = 'Migration20261125170000_internal_audiences';

  override up(): void {
    this.addSql(`
      -- Keeps writers away, so that what is computed below stays true until the triggers exist.
      lock table content_items in share row exclusive mode;
      create index content_items_internal on content_items (author_id) where visibility = 'INTERNAL';
    `);
    this.derive(audience('i'));
    this.bridge();
  }

  override down(): void {
    this.addSql(`
      lock table content_items in share row exclusive mode;
      drop trigger content_items_internal_bridge on content_items;
      drop trigger search_entries_internal_bridge on search_entries;
      drop function content_items_internal_bridge, search_entries_internal_bridge;
      drop index content_items_internal;
    `);
    this.derive('i.audience');
  }

  /** Only rows of items that are INTERNAL and not published change. @param value SQL over content_items i */
  private derive(value: string): void {
    const isClosedInternal = `i.visibility = 'INTERNAL' and i.audience <> 'INTERNAL'`;
    this.addSql(`
      delete from content_counts;
      insert into content_counts (category_id, kind, status, audience, n)
        select i.category_id, i.kind, i.status, ${value}, count(*) from content_items i group by 1, 2, 3, 4;

      -- A tag keeps the spelling it was first used with.
      update content_tags set n = 0 where audience not in ('PUBLIC', 'LOGGED_IN', 'INTERNAL');
      insert into content_tags (tag, audience, name, n)
        select u.tag, u.audience,
               coalesce((select f.name from content_tags f where f.tag = u.tag order by f.audience limit 1), u.name),
               u.n
        from (
          select lower(t.tag) as tag, ${value} as audience, min(t.tag) as name, count(*) as n
          from content_items i cross join lateral unnest(i.tags) t (tag)
          where i.audience not in ('PUBLIC', 'LOGGED_IN', 'INTERNAL')
          group by 1, 2
        ) u
        on conflict (tag, audience) do update set n = excluded.n;
      delete from content_tags where n = 0;

      update search_entries e set audience = ${value}
      from content_items i
      where e.type = i.kind and e.id = i.id and ${isClosedInternal} and e.audience <> ${value};
    `);
  }

  /**
   * Instances of the former version may still run. They index what is INTERNAL and not published like other items, and
   * do not index a changed visibility of an unpublished item. A later migration drops these triggers.
   */
  private bridge(): void {
    this.addSql(`
      create function search_entries_internal_bridge() returns trigger language plpgsql as $$
      begin
        if exists (select from content_items i where i.id = new.id and i.visibility = 'INTERNAL') then
          new.audience := new.audience || '_INTERNAL';
        end if;
        return new;
      end $$;
      create trigger search_entries_internal_bridge before insert or update of audience on search_entries
        for each row when (new.audience in ('RESTRICTED', 'REVIEW', 'HIDDEN'))
        execute function search_entries_internal_bridge();

      create function content_items_internal_bridge() returns trigger language plpgsql as $$
      begin
        update search_entries e set audience = ${audience('new')}
        where e.type = new.kind and e.id = new.id and e.audience <> ${audience('new')};
        return null;
      end $$;
      create trigger content_items_internal_bridge after update of visibility on content_items
        for each row when (old.visibility <> new.visibility and new.audience in ('RESTRICTED', 'REVIEW', 'HIDDEN'))
        execute function content_items_internal_bridge();
    `);
  }
}
