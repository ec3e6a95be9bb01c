import { Migration } from '@mikro-orm/migrations';

/**
 * Captions as they are sent to players. The former version changes transcripts without them: the trigger deletes what
 * it has made outdated, and the current version makes missing captions in the background.
 */
export class Migration20261125110000_video_captions extends Migration {
  override name = 'Migration20261125110000_video_captions';

  override up(): void {
    this.addSql(`
      create table video_captions (
        video_id uuid primary key
          constraint video_captions_video_id_foreign references videos on delete cascade deferrable,
        source text not null check (source in ('none', 'uploaded', 'automatic', 'edited')),
        vtt text not null,
        hash text not null
      );

      create function video_captions_outdated() returns trigger language plpgsql as $$
      begin
        delete from video_captions where video_id = new.item_id;
        return null;
      end $$;
      create trigger video_captions_outdated after update of transcript on videos
        for each row when (old.transcript is distinct from new.transcript)
        execute function video_captions_outdated();
    `);
  }

  override down(): void {
    this.addSql(`
      drop trigger video_captions_outdated on videos;
      drop function video_captions_outdated();
      drop table video_captions;
    `);
  }
}
