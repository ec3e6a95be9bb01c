import { Migration } from '@mikro-orm/migrations';

/** Videos with their renditions, resumable uploads, and where viewers stopped watching. */
export class Migration20261122220000_videos extends Migration {
  override name = 'Migration20261122220000_videos';

  override up(): void {
    // Facts of the kind that lists show without a join.
    this.addSql(`alter table content_items add details jsonb not null default '{}'`);
    this.addSql(`
      create index content_items_video_source on content_items ((details->>'source_type'), id desc)
        where kind = 'video';

      create table uploads (
        id uuid primary key,
        owner_id uuid not null
          constraint uploads_owner_id_foreign references users on delete cascade deferrable,
        name text not null,
        size bigint not null check (size >= 0),
        created_at timestamptz not null,
        expires_at timestamptz not null,
        finished_at timestamptz null,
        claimed_at timestamptz null
      );
      create index uploads_owner on uploads (owner_id);
      create index uploads_expiry on uploads (expires_at);

      create table videos (
        item_id uuid primary key
          constraint videos_item_id_foreign references content_items on delete cascade deferrable,
        description text not null,
        source_type text not null check (source_type in ('UPLOAD', 'YOUTUBE', 'VIMEO', 'LOOM')),
        source_url text null,
        embed_id text null,
        chapters jsonb not null,
        transcript text not null,
        duration_sec int null check (duration_sec >= 0),
        file_id uuid null constraint videos_file_id_foreign references files on delete restrict deferrable,
        original_file_id uuid null
          constraint videos_original_file_id_foreign references files on delete restrict deferrable,
        original_name text null,
        upload_id uuid null constraint videos_upload_id_foreign references uploads on delete restrict deferrable,
        attempt_id uuid null,
        progress smallint null check (progress between 0 and 100),
        error_reason text null,
        saved_by_id uuid not null
          constraint videos_saved_by_id_foreign references users on delete restrict deferrable,
        review_note text null,
        reviewer_id uuid null constraint videos_reviewer_id_foreign references users on delete restrict deferrable,
        reviewed_at timestamptz null
      );
      create index videos_upload on videos (upload_id) where upload_id is not null;
      create index videos_attempt on videos (attempt_id) where attempt_id is not null;
      create index videos_file on videos (file_id) where file_id is not null;
      create index videos_original_file on videos (original_file_id) where original_file_id is not null;

      create table renditions (
        id uuid primary key,
        video_id uuid not null
          constraint renditions_video_id_foreign references videos on delete cascade deferrable,
        height int not null check (height > 0),
        width int not null check (width > 0),
        bitrate int not null check (bitrate > 0),
        codecs text not null,
        file_id uuid not null constraint renditions_file_id_foreign references files on delete restrict deferrable,
        playlist text not null,
        constraint renditions_height_unique unique (video_id, height)
      );
      create index renditions_file on renditions (file_id);

      create table watch_positions (
        user_id uuid not null
          constraint watch_positions_user_id_foreign references users on delete cascade deferrable,
        video_id uuid not null
          constraint watch_positions_video_id_foreign references videos on delete cascade deferrable,
        seconds int not null check (seconds >= 0),
        updated_at timestamptz not null,
        primary key (user_id, video_id)
      );
      create index watch_positions_video on watch_positions (video_id);
    `);
  }

  override down(): void {
    this.addSql(`
      drop table watch_positions, renditions, videos, uploads;
      alter table content_items drop column details;
    `);
  }
}
