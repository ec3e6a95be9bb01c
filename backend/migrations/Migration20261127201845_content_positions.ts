import { Migration } from '@mikro-orm/migrations';

/** SQL: the order key of an item that was never moved: ids are in the order of creation, and hex digits in that of keys. */
const initialRank = (id: string): string => `'a0' || replace(${id}::text, '-', '') || 'V'`;

/**
 * Existing items keep the order in which they were created. The trigger gives each item with a category a position at
 * the end of the root level, also those of the former version; a command that moves an item with its subtree changes
 * the positions first, and the trigger leaves them alone.
 */
export class Migration20261127201845_content_positions extends Migration {

  override name = 'Migration20261127201845_content_positions';

  override up(): void | Promise<void> {
    this.addSql(`create table "content_positions" ("item_id" uuid not null, "category_id" uuid not null, "parent_id" uuid null, "rank" text collate "C" not null, "level_id" uuid generated always as (coalesce(parent_id, category_id)) stored not null, primary key ("item_id"));`);
    this.addSql(`create index "content_positions_level" on "content_positions" ("level_id", "rank", "item_id");`);
    this.addSql(`create index "content_positions_category" on "content_positions" ("category_id");`);
    this.addSql(`create index "content_positions_parent" on "content_positions" ("parent_id") where parent_id is not null;`);

    this.addSql(`alter table "content_positions" add constraint "content_positions_item_id_foreign" foreign key ("item_id") references "content_items" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "content_positions" add constraint "content_positions_category_id_foreign" foreign key ("category_id") references "content_categories" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "content_positions" add constraint "content_positions_parent_id_foreign" foreign key ("parent_id") references "content_items" ("id") on update no action on delete set null deferrable initially immediate;`);

    this.addSql(`
      create function content_items_position() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          update content_positions set parent_id = null
          where parent_id = new.id and category_id is distinct from new.category_id;
        end if;
        if new.category_id is null then
          delete from content_positions where item_id = new.id;
        else
          insert into content_positions as p (item_id, category_id, rank)
          values (new.id, new.category_id, ${initialRank('new.id')})
          on conflict (item_id) do update
          set category_id = excluded.category_id, parent_id = null, rank = excluded.rank
          where p.category_id <> excluded.category_id;
        end if;
        return null;
      end $$;
      create trigger content_items_position_insert after insert on content_items
        for each row when (new.category_id is not null)
        execute function content_items_position();
      create trigger content_items_position_update after update of category_id on content_items
        for each row when (old.category_id is distinct from new.category_id)
        execute function content_items_position();

      insert into content_positions (item_id, category_id, rank)
      select i.id, i.category_id, ${initialRank('i.id')} from content_items i where i.category_id is not null;
    `);
  }

  override down(): void | Promise<void> {
    this.addSql(`
      drop trigger content_items_position_insert on content_items;
      drop trigger content_items_position_update on content_items;
      drop function content_items_position;
      drop table "content_positions" cascade;
    `);
  }

}
