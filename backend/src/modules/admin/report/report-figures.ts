import { Injectable } from '@nestjs/common';
import { UsersFacade } from '../../auth/index.js';
import { ContentFacade } from '../../content/index.js';
import { ForumFacade } from '../../forum/index.js';
import type { FiguresReportResponse } from './report.dto.js';

type Figures = Pick<FiguresReportResponse, 'totals' | 'documents_by_status' | 'videos_by_status' | 'users_by_role'>;

/** Collects the figures of all modules. */
@Injectable()
export class ReportFigures {
  constructor(
    private readonly content: ContentFacade,
    private readonly forum: ForumFacade,
    private readonly users: UsersFacade,
  ) {}

  async read(): Promise<Figures> {
    const [totals, statuses, forum, users, roles] = await Promise.all([
      this.content.getTotals(),
      this.content.countByStatus(),
      this.forum.getTotals(),
      this.users.count(),
      this.users.countByRole(),
    ]);
    return {
      totals: {
        documents: totals.documents,
        videos: totals.videos,
        users,
        views: totals.views,
        forum_categories: forum.categories,
        threads: forum.threads,
        posts: forum.posts,
      },
      documents_by_status: statuses.document,
      videos_by_status: statuses.video,
      users_by_role: roles,
    };
  }
}
