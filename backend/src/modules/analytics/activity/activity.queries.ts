import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import type { ActivityEventResponse } from './activity.dto.js';
import { type ActivityListOptions, ActivityLog } from './activity-log.js';
import { Contributions } from './contributions.js';

/** Types of content without a title. */
const UNTITLED = 'user';

/** The activity log with the titles that an actor may see. */
@Injectable()
export class ActivityQueries {
  constructor(
    private readonly log: ActivityLog,
    private readonly contributions: Contributions,
  ) {}

  /** The latest first. */
  async list(actor: Actor, options: ActivityListOptions): Promise<ActivityEventResponse[]> {
    const rows = await this.log.list(options);
    const titled = rows.filter((row) => row.content_type !== UNTITLED).map((row) => row.content_id);
    const captions = await this.contributions.listCaptions([...new Set(titled)], actor);
    return rows.map((row) => ({
      id: row.id,
      action: row.action,
      content_type: row.content_type,
      content_id: row.content_id,
      title: captions.get(row.content_id)?.title ?? null,
      url: captions.get(row.content_id)?.path ?? null,
      user_id: row.user_id,
      user_name: row.user_name,
      timestamp: row.created_at.toISOString(),
    }));
  }
}
