import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { Files } from '../../../../platform/files/files.js';
import type { ReadableFile } from '../../../../platform/files/file-references.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { isVisibleTo } from '../../audience/audience.js';
import { hasIdOrSlug, isIdOrSlug } from '../../items/items.queries.js';
import { createCaptions } from '../captions/video-captions.service.js';

/** A quality of a video, as the main playlist names it. */
interface PlaylistRendition {
  /** in pixels */
  height: number;
  width: number;
  /** bits per second */
  bitrate: number;
  codecs: string;
}

/** A video as a user requests it, or one of which the caller has checked that it may be read. */
export type RequestedVideo = { idOrSlug: string; actor: Actor } | { checkedId: string };

/** Media type of HLS playlists (RFC 8216). */
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/** @param renditions the smallest first: players begin with the first one until they know their bandwidth */
export const mainPlaylist = (renditions: readonly PlaylistRendition[]): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.flatMap(({ height, width, bitrate, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bitrate},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
      `${height}.m3u8`,
    ]),
    '',
  ].join('\n');

/** @param stored a playlist whose segments are byte ranges of one file; every address in it becomes `url` */
export const renditionPlaylist = (stored: string, url: string): string =>
  stored
    .split(/\r?\n/)
    .map((line) => {
      if (line.startsWith('#')) return line.replace(/\bURI="[^"]*"/, () => `URI="${url}"`);
      return line.trim() ? url : line;
    })
    .join('\n');

/**
 * What players load of a video. Each read checks that the actor may see the video, unless the caller has; what a video
 * does not have is as missing as a video that the actor may not see.
 */
@Injectable()
export class PlaybackQueries {
  constructor(
    private readonly database: Database,
    private readonly files: Files,
  ) {}

  /** The file to play. @throws 404 */
  async getFile(video: RequestedVideo): Promise<ReadableFile> {
    const row = await this.find<{ file_id: string | null }>(video, { columns: sql`v.file_id` });
    const file = row?.file_id ? await this.files.find(row.file_id) : undefined;
    if (!file) throw notFound('video');
    // The address of the video leads to another file after an edit, so shared caches must not keep it.
    return { ...file, isPublic: false };
  }

  /** The HLS playlist with all qualities. @throws 404 */
  async getMainPlaylist(video: RequestedVideo): Promise<string> {
    const row = await this.find<{ renditions: PlaylistRendition[] | null }>(video, {
      columns: sql`
        (select jsonb_agg(
           jsonb_build_object('height', r.height, 'width', r.width, 'bitrate', r.bitrate, 'codecs', r.codecs)
           order by r.height)
         from renditions r where r.video_id = v.item_id) as renditions`,
    });
    if (!row?.renditions) throw notFound('video');
    return mainPlaylist(row.renditions);
  }

  /**
   * The HLS playlist of one quality.
   * @param toAddress of its segments, from the usual address of their file
   * @throws 404
   */
  async getRenditionPlaylist(
    video: RequestedVideo,
    height: number,
    toAddress = (url: string): string => url,
  ): Promise<string> {
    const row = await this.find<{ file_id: string; playlist: string }>(video, {
      columns: sql`r.file_id, r.playlist`,
      join: sql`join renditions r on r.video_id = v.item_id and r.height = ${height}`,
    });
    const file = row && (await this.files.find(row.file_id));
    if (!row || !file) throw notFound('video');
    return renditionPlaylist(row.playlist, toAddress(file.url));
  }

  /**
   * The captions as WebVTT, with a hash of them.
   * @param known hashes of captions that the requester has already; the text of these is not read
   * @throws 404
   */
  async getCaptions(video: RequestedVideo, known: readonly string[]): Promise<{ hash: string; vtt: string | null }> {
    const row = await this.find<{ hash: string | null; vtt: string | null; transcript: string | null }>(video, {
      columns: sql`
        c.hash, case when c.hash <> all(${known}::text[]) then c.vtt end as vtt,
        case when c.hash is null then v.transcript end as transcript`,
      join: sql`left join video_captions c on c.video_id = v.item_id`,
    });
    if (!row) throw notFound('video');
    const { hash, vtt, transcript } = row;
    return hash === null ? createCaptions(transcript ?? '') : { hash, vtt };
  }

  private async find<Row extends object>(
    video: RequestedVideo,
    { columns, join = sql`` }: { columns: RawBuilder<unknown>; join?: RawBuilder<unknown> },
  ): Promise<Row | undefined> {
    if ('idOrSlug' in video && !isIdOrSlug(video.idOrSlug)) return undefined;
    const condition =
      'idOrSlug' in video
        ? sql`${hasIdOrSlug('video', video.idOrSlug)} and ${isVisibleTo(video.actor, 'i')}`
        : sql`i.id = ${video.checkedId}::uuid`;
    const { rows } = await sql<Row>`
      select ${columns}
      from content_items i
      join videos v on v.item_id = i.id ${join}
      where ${condition}`.execute(this.database.db);
    return rows[0];
  }
}
