import { Migration } from '@mikro-orm/migrations';

const now = `case
  when status = 'IN_REVIEW' or (status = 'READY' and published_at is null) then 'REVIEW'
  when status in ('PUBLISHED', 'READY') then case when hidden_at is null then visibility else 'HIDDEN' end
  else 'RESTRICTED' end`;
const before = `case when hidden_at is null and (status = 'PUBLISHED' or (status = 'READY' and published_at is not null)) then visibility else 'RESTRICTED' end`;

/** What waits for review and what moderation has hidden have their own audiences, apart from drafts and the archive. */
export class Migration20261122040000_audiences extends Migration {
  override name = 'Migration20261122040000_audiences';

  override up(): void {
    this.column(now);
    this.addSql(`
      create index content_items_recent on content_items (kind, published_at desc, id desc) where audience in ('PUBLIC', 'LOGGED_IN', 'INTERNAL');
      create index content_items_restricted on content_items (author_id, audience) where audience in ('INTERNAL', 'RESTRICTED', 'REVIEW', 'HIDDEN');
    `);
    this.derived();
    this.bridge();
  }

  override down(): void {
    this.addSql(`
      drop trigger content_items_audience_bridge on content_items;
      drop trigger content_counts_audience_bridge on content_counts;
      drop function content_items_audience_bridge, content_counts_audience_bridge;
    `);
    this.column(before);
    this.addSql(`
      create index content_items_recent on content_items (kind, published_at desc, id desc) where audience <> 'RESTRICTED';
      create index content_items_own_hidden on content_items (author_id) where audience in ('INTERNAL', 'RESTRICTED');
    `);
    this.derived();
  }

  /** PostgreSQL before 17 cannot change the expression of a generated column. Its indexes are dropped with it. */
  private column(expression: string): void {
    this.addSql(`
      alter table content_items drop column audience;
      alter table content_items add column audience text not null generated always as (${expression}) stored;
      create index content_items_audience on content_items (kind, audience, id desc);
      -- Until the next automatic one, plans would be made without any statistics of the new column.
      analyze content_items;
    `);
  }

  /** Where the audience is stored a second time. The table lock on content_items keeps all writers away until this commits. */
  private derived(): void {
    this.addSql(`
      delete from content_counts;
      insert into content_counts (category_id, kind, status, audience, n)
        select category_id, kind, status, audience, count(*) from content_items group by 1, 2, 3, 4;

      -- A tag keeps the spelling it was first used with.
      update content_tags set n = 0;
      insert into content_tags (tag, audience, name, n)
        select u.tag, u.audience, coalesce((select f.name from content_tags f where f.tag = u.tag order by f.audience limit 1), u.name), u.n
        from (select lower(t.tag) as tag, i.audience, min(t.tag) as name, count(*) as n from content_items i cross join lateral unnest(i.tags) t (tag) group by 1, 2) u
        on conflict (tag, audience) do update set n = excluded.n;
      delete from content_tags where n = 0;

      update search_entries e set audience = i.audience from content_items i where e.type = i.kind and e.id = i.id and e.audience <> i.audience;
    `);
  }

  /**
   * Instances of the former version may still run. They count what is in review or hidden as RESTRICTED, and do not write the
   * search entry when a document is submitted for review or withdrawn from it. A later migration drops these triggers.
   */
  private bridge(): void {
    this.addSql(`
      create function content_counts_audience_bridge() returns trigger language plpgsql as $$
      begin
        new.audience := case new.status when 'IN_REVIEW' then 'REVIEW' when 'PUBLISHED' then 'HIDDEN' end;
        return new;
      end $$;
      create trigger content_counts_audience_bridge before insert on content_counts
        for each row when (new.audience = 'RESTRICTED' and new.status in ('IN_REVIEW', 'PUBLISHED')) execute function content_counts_audience_bridge();

      create function content_items_audience_bridge() returns trigger language plpgsql as $$
      begin
        update search_entries e set audience = new.audience where e.type = new.kind and e.id = new.id and e.audience <> new.audience;
        return null;
      end $$;
      create trigger content_items_audience_bridge after update of status, hidden_at on content_items
        for each row when (old.audience <> new.audience) execute function content_items_audience_bridge();
    `);
  }
}
