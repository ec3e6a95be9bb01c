import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit, type AuditPageQuery } from '../../../platform/audit/audit.js';
import { ContentFacade } from '../../content/index.js';
import { ForumFacade } from '../../forum/index.js';
import { type AuditLogResponse, toAuditEntry } from './audit-log.dto.js';

const PAGE_SIZE = 50;

/** Which facade knows the titles of a type of subjects. */
const contentTypes = new Set(['document', 'video']);
const forumTypes = new Set(['thread', 'post']);

@Injectable()
export class AuditLogQueries {
  constructor(
    private readonly audit: Audit,
    private readonly content: ContentFacade,
    private readonly forum: ForumFacade,
  ) {}

  /** One statement, and one for each of content and forum whose subjects are on the page. */
  async list(actor: Actor, query: Omit<AuditPageQuery, 'limit'>): Promise<AuditLogResponse> {
    const { rows, before, after } = await this.audit.list({ ...query, limit: PAGE_SIZE });
    const idsOf = (types: ReadonlySet<string>) => [
      ...new Set(
        rows.flatMap((row) => (types.has(row.subject_type) && isUuid(row.subject_id) ? [row.subject_id] : [])),
      ),
    ];
    const [items, posts] = [idsOf(contentTypes), idsOf(forumTypes)];
    const found = await Promise.all([
      items.length ? this.content.visibleCaptions(items, actor) : [],
      posts.length ? this.forum.visibleCaptions(posts, actor) : [],
    ]);
    const captions = new Map<string, { title: string; path: string }>(found.flatMap((each) => [...each]));
    return {
      entries: rows.map((row) => toAuditEntry(row, captions.get(row.subject_id))),
      next: before,
      previous: after,
    };
  }
}
