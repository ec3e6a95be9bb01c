import { Migration } from '@mikro-orm/migrations';

/** What people are told of. */
export class Migration20261121104500_notifications extends Migration {
  override name = 'Migration20261121104500_notifications';

  override up(): void {
    this.addSql(`
      create table notifications (
        id uuid primary key,
        user_id uuid not null constraint notifications_user_id_foreign references users on delete cascade deferrable,
        event_key text not null, kind text not null,
        subject_type text null, subject_id uuid null, check ((subject_type is null) = (subject_id is null)),
        title text not null, message text not null, url text not null,
        -- false: the person wants none in the hub; the row then only says that this was told (by mail) already
        in_app boolean not null,
        created_at timestamptz not null, read_at timestamptz null,
        constraint notifications_event_key_unique unique (user_id, event_key)
      );
      create index notifications_newest on notifications (user_id, id desc) where in_app;
      create index notifications_unread on notifications (user_id, id desc) where in_app and read_at is null;
      create index notifications_read on notifications (read_at) where read_at is not null;
      create index notifications_created on notifications using brin (created_at);
    `);
  }

  override down(): void {
    this.addSql('drop table notifications');
  }
}
