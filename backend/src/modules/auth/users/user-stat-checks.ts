import { Injectable } from '@nestjs/common';
import { type Check, Reconciliation } from '../../../platform/database/reconciliation.js';

/** Rows of a module that count for users. */
export interface StatSource {
  /** SQL for rows of user_id and n; a user may have several rows */
  sql: string;
  tables: string[];
}

/** Reconciles a stored number of each user with the rows that it counts. */
abstract class UserStatCheck {
  private readonly sources: StatSource[] = [];

  constructor(reconciliation: Reconciliation, name: string, column: 'reputation' | 'post_count') {
    reconciliation.add(checkOf(this.sources, name, column));
  }

  addSource(source: StatSource): void {
    this.sources.push(source);
  }
}

@Injectable()
export class ReputationCheck extends UserStatCheck {
  constructor(reconciliation: Reconciliation) {
    super(reconciliation, 'reputation', 'reputation');
  }
}

@Injectable()
export class PostCountCheck extends UserStatCheck {
  constructor(reconciliation: Reconciliation) {
    super(reconciliation, 'forum posts of users', 'post_count');
  }
}

/** Its values are getters: modules register their sources after the check was added. */
function checkOf(sources: readonly StatSource[], name: string, column: string): Check {
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
