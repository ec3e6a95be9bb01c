import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type Bind, Subjects } from '../../../platform/subjects/subjects.js';
import { audiencesOf, maySee } from '../items/audience.js';
import type { Audience } from '../items/enums.js';
import { moderatesComments } from './comment.policy.js';
import { commentVisibleTo } from './comment-visibility.js';

interface Facts {
  author_id: string;
  is_hidden: boolean;
  item_author_id: string;
  audience: Audience;
}

/** Who may see a comment, for rows of other modules that are about one. */
@Injectable()
export class CommentSubjects {
  constructor(
    private readonly database: Database,
    subjects: Subjects,
  ) {
    subjects.register('comment', { visible, readers: (id, actors) => this.readers(id, actors) });
  }

  private async readers(id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const comment = await this.database.one<Facts>(
      `select c.author_id, c.hidden_at is not null as is_hidden, i.author_id as item_author_id, i.audience from comments c join content_items i on i.id = c.item_id
       where c.id = $1 and c.deleted_at is null`,
      [id],
    );
    return comment ? actors.filter((actor) => seesComment(actor, comment)) : [];
  }
}

const seesComment = (actor: Actor, { author_id, is_hidden, item_author_id, audience }: Facts): boolean =>
  (!is_hidden || actor.id === author_id || moderatesComments(actor)) &&
  maySee(actor, { authorId: item_author_id, audience });

function visible(id: string, actor: Actor, bind: Bind): string {
  const parameters = {
    audiences: bind(audiencesOf(actor)),
    me: bind(actor.id),
    moderates: bind(moderatesComments(actor)),
  };
  return `exists (select 1 from comments c join content_items i on i.id = c.item_id where c.id = ${id} and ${commentVisibleTo('c', 'i', parameters)})`;
}
