import { Migration } from '@mikro-orm/migrations';

/** What people say of documents and videos: reactions (a bookmark is one) and comments. */
export class Migration20261121112500_reactions_comments extends Migration {
  override name = 'Migration20261121112500_reactions_comments';

  override up(): void {
    this.addSql(`
      create table reactions (
        item_id uuid not null constraint reactions_item_id_foreign references content_items on delete cascade deferrable,
        user_id uuid not null constraint reactions_user_id_foreign references users on delete cascade deferrable,
        type text not null check (type in ('LIKE', 'HELPFUL', 'BOOKMARK', 'CONFUSED')),
        -- what a bookmark is asked for by
        id uuid not null constraint reactions_id_unique unique,
        created_at timestamptz not null,
        primary key (item_id, user_id, type)
      );
      create index reactions_user on reactions (user_id, type, id desc);

      create table comments (
        id uuid primary key,
        item_id uuid not null constraint comments_item_id_foreign references content_items on delete cascade deferrable,
        author_id uuid not null constraint comments_author_id_foreign references users on delete restrict deferrable,
        content text not null,
        -- whom it mentions, as far as there were such people when it was saved
        mentioned uuid[] not null,
        created_at timestamptz not null, edited_at timestamptz null, deleted_at timestamptz null, hidden_at timestamptz null
      );
      create index comments_newest on comments (item_id, id desc) where deleted_at is null;
      create index comments_author on comments (author_id, id desc);
    `);
  }

  override down(): void {
    this.addSql('drop table reactions, comments');
  }
}
