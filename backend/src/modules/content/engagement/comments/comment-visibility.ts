import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import {
  type Bind,
  VisibilityRegistry,
  type VisibleSubjects,
} from '../../../../platform/visibility/visibility-registry.js';
import { audiencesOf, audienceSql, visibleTo } from '../../items/audience.js';
import { canModerateComments, canSeeComment, type CommentState } from './comment.policy.js';

/** Names of SQL parameters: audiences (text[]), user (uuid or null), whether the user moderates (boolean). */
interface SqlParameters {
  audiences: string;
  me: string;
  moderates: string;
}

/**
 * SQL: whether a comment is shown to users who see its item. Hidden comments are shown to authors and moderators only.
 */
export const isShownTo = (comment: string, { me, moderates }: Omit<SqlParameters, 'audiences'>): string =>
  `(${comment}.deleted_at is null
    and (${comment}.hidden_at is null or ${comment}.author_id = ${me}::uuid or ${moderates}::boolean))`;

/** SQL: whether a comment is visible, over the aliases of comments and content_items. */
export const commentVisibleTo = (comment: string, item: string, parameters: SqlParameters): string =>
  `(${isShownTo(comment, parameters)} and ${visibleTo(item, parameters.audiences, parameters.me)})`;

/** Registers who may see comments, for their files and for rows of other modules that refer to one. */
@Injectable()
export class CommentVisibility {
  constructor(
    private readonly database: Database,
    visibility: VisibilityRegistry,
  ) {
    visibility.register('comment', {
      findVisible: (actor, ids) => this.findVisible(actor, ids),
      visibleSql: visibleCommentSql,
      filterViewers: (id, actors) => this.filterViewers(id, actors),
    });
  }

  private async findVisible(actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.query<{ id: string; public: boolean }>(
      `select c.id, i.audience = 'PUBLIC' and c.hidden_at is null as public
       from comments c join content_items i on i.id = c.item_id
       where c.id = any($4::uuid[]) and ${commentVisibleTo('c', 'i', { audiences: '$1', me: '$2', moderates: '$3' })}`,
      [audiencesOf(actor), actor.id, canModerateComments(actor), ids],
    );
    return {
      visible: new Set(rows.map((row) => row.id)),
      public: new Set(rows.filter((row) => row.public).map((row) => row.id)),
    };
  }

  private async filterViewers(id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const comment = await this.database.one<CommentState>(
      `select c.author_id, c.hidden_at is not null as is_hidden, i.author_id as item_author_id,
              ${audienceSql('i')} as audience
       from comments c join content_items i on i.id = c.item_id
       where c.id = $1 and c.deleted_at is null`,
      [id],
    );
    return comment ? actors.filter((actor) => canSeeComment(actor, comment)) : [];
  }
}

function visibleCommentSql(id: string, actor: Actor, bind: Bind): string {
  const parameters = {
    audiences: bind(audiencesOf(actor)),
    me: bind(actor.id),
    moderates: bind(canModerateComments(actor)),
  };
  return `exists (
    select 1 from comments c join content_items i on i.id = c.item_id
    where c.id = ${id} and ${commentVisibleTo('c', 'i', parameters)}
  )`;
}
