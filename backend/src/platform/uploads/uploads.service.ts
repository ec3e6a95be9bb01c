import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Database } from '../database/database.js';
import { conflict, notFound } from '../http/errors/domain-error.js';
import { isId } from '../http/validation/path-parameters.js';

/** An upload whose bytes are all here. `size` in bytes. */
export interface FinishedUpload {
  id: string;
  /** as the uploader calls it; for display only, never a path */
  name: string;
  size: number;
}

interface Row extends FinishedUpload {
  is_finished: boolean;
  is_claimed: boolean;
}

/** Resumable uploads, for the modules that use what was uploaded. */
@Injectable()
export class UploadsService {
  constructor(private readonly database: Database) {}

  /**
   * A finished upload of the actor that nothing uses yet.
   * @throws 404 when it is missing, expired or another user's; 409 when it is not finished or already in use
   */
  async requireFinished(actor: Actor, id: string, now = new Date()): Promise<FinishedUpload> {
    const row = isId(id)
      ? await this.database.one<Row>(
          `select id, name, size::float8 as size, finished_at is not null as is_finished,
                  claimed_at is not null as is_claimed
           from uploads where id = $1 and owner_id = $2::uuid and (claimed_at is not null or expires_at > $3)`,
          [id, actor.id, now],
        )
      : undefined;
    if (!row) throw notFound('This upload');
    if (!row.is_finished) throw conflict('upload_unfinished', 'The upload is not complete yet.');
    if (row.is_claimed) throw uploadUsed();
    return { id: row.id, name: row.name, size: row.size };
  }

  /**
   * Marks a finished upload as used, so that it does not expire. Joins the caller's transaction.
   * @throws 409 when another command has claimed it meanwhile
   */
  async claim(id: string, now = new Date()): Promise<void> {
    const claimed = await this.database.one(
      `update uploads set claimed_at = $2
       where id = $1 and finished_at is not null and claimed_at is null
       returning id`,
      [id, now],
    );
    if (!claimed) throw uploadUsed();
  }
}

const uploadUsed = () => conflict('upload_used', 'This upload is already used by a video.');
