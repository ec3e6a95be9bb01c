import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import type { Difficulty } from '../items/enums.js';
import { Views } from '../views/views.js';
import { SearchFacade } from './search-facade.js';
import type { SearchDetails } from './search.dto.js';

interface DetailsRow {
  id: string;
  category_id: string | null;
  category_name: string;
  category_icon: string;
  category_color: string;
  view_count: number;
  like_count: number;
  difficulty: Difficulty;
  status: string;
  created_at: Date;
}

/** What results show of documents and videos. */
@Injectable()
export class ContentSearchDetails {
  constructor(
    search: SearchFacade,
    private readonly database: Database,
    private readonly views: Views,
  ) {
    search.addSource(['document', 'video'], (ids, actor) => this.of(ids, actor));
  }

  private async of(ids: string[], actor: Actor): Promise<Map<string, SearchDetails>> {
    const rows = await this.database.query<DetailsRow>(
      `select i.id, i.category_id, c.name as category_name, c.icon as category_icon, c.color as category_color, i.view_count, i.like_count, i.difficulty, i.status, i.created_at
       from content_items i left join content_categories c on c.id = i.category_id where i.id = any($3::uuid[]) and ${visibleTo('i', '$1', '$2')}`,
      [audiencesOf(actor), actor.id, ids],
    );
    return new Map(rows.map((row) => [row.id, toDetails(this.views.withPending(row))]));
  }
}

const toDetails = (row: DetailsRow): SearchDetails => ({
  category:
    row.category_id === null
      ? null
      : {
          id: row.category_id,
          title: row.category_name,
          name: row.category_name,
          icon: row.category_icon,
          color: row.category_color,
        },
  view_count: row.view_count,
  like_count: row.like_count,
  difficulty: row.difficulty,
  status: row.status,
  created_at: row.created_at.toISOString(),
});
