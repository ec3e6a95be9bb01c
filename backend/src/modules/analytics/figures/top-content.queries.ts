import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Contributions } from '../activity/contributions.js';
import type { Range } from './ranges.js';
import { TopContent } from './top-content.js';
import type { TopContentItemResponse } from './top-content.dto.js';

const SHOWN = 10;

/** The most viewed content that an actor may see. */
@Injectable()
export class TopContentQueries {
  constructor(
    private readonly topContent: TopContent,
    private readonly contributions: Contributions,
  ) {}

  async list(actor: Actor, range: Range): Promise<TopContentItemResponse[]> {
    const rows = await this.topContent.list(range);
    const captions = await this.contributions.listCaptions(
      rows.map((row) => row.content_id),
      actor,
    );
    return rows
      .flatMap(({ content_id, kind, views }) => {
        const caption = captions.get(content_id);
        return caption ? { id: content_id, content_type: kind, title: caption.title, url: caption.path, views } : [];
      })
      .slice(0, SHOWN);
  }
}
