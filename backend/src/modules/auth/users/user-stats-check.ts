import { Injectable } from '@nestjs/common';
import { type Check, Reconciliation } from '../../../platform/database/reconciliation.js';

/** Rows of a module that count for users. */
export interface StatSource {
  /** SQL for rows of user_id and n; a user may have several rows */
  sql: string;
  tables: string[];
}

/** Reconciles the stored reputation and number of posts of each user with the rows that they count. */
@Injectable()
export class UserStatsCheck {
  private readonly reputation: StatSource[] = [];
  private readonly posts: StatSource[] = [];

  constructor(reconciliation: Reconciliation) {
    reconciliation.add(createCheck(this.reputation, 'reputation', 'reputation'));
    reconciliation.add(createCheck(this.posts, 'forum posts of users', 'post_count'));
  }

  addReputationSource(source: StatSource): void {
    this.reputation.push(source);
  }

  addPostSource(source: StatSource): void {
    this.posts.push(source);
  }
}

/** Its values are getters: modules register their sources after the check was added. */
function createCheck(sources: readonly StatSource[], name: string, column: string): Check {
  const differencesSql = () => {
    const counted =
      sources.map(({ sql }) => `(${sql})`).join(' union all ') || 'select null::uuid as user_id, 0 as n where false';
    return `select s.user_id, s.${column} as stored, coalesce(e.n, 0)::int as real
      from user_stats s
      left join (select user_id, sum(n) as n from (${counted}) e group by user_id) e on e.user_id = s.user_id
      where s.${column} <> coalesce(e.n, 0)`;
  };
  return {
    name,
    get differences() {
      return differencesSql();
    },
    get tables() {
      return ['user_stats', ...sources.flatMap(({ tables }) => tables)];
    },
    get repair() {
      return [`update user_stats s set ${column} = d.real from (${differencesSql()}) d where d.user_id = s.user_id`];
    },
  };
}
