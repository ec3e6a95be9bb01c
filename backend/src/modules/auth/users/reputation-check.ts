import { Injectable } from '@nestjs/common';
import { Reconciliation } from '../../../platform/database/reconciliation.js';

/** Rows of a module that earn reputation. */
export interface ReputationSource {
  /** SQL for rows of user_id and n; a user may have several rows */
  sql: string;
  tables: string[];
}

/** Reconciles each user's stored reputation with the rows that earned it. */
@Injectable()
export class ReputationCheck {
  private readonly sources: ReputationSource[] = [];

  constructor(reconciliation: Reconciliation) {
    const { sources } = this;
    const differencesSql = () => {
      const earned =
        sources.map(({ sql }) => `(${sql})`).join(' union all ') || 'select null::uuid as user_id, 0 as n where false';
      return `select s.user_id, s.reputation as stored, coalesce(e.n, 0)::int as real
        from user_stats s
        left join (select user_id, sum(n) as n from (${earned}) e group by user_id) e on e.user_id = s.user_id
        where s.reputation <> coalesce(e.n, 0)`;
    };
    // Getters: modules register their sources after this constructor has run.
    reconciliation.add({
      name: 'reputation',
      get differences() {
        return differencesSql();
      },
      get tables() {
        return ['user_stats', ...sources.flatMap(({ tables }) => tables)];
      },
      get repair() {
        return [`update user_stats s set reputation = d.real from (${differencesSql()}) d where d.user_id = s.user_id`];
      },
    });
  }

  addSource(source: ReputationSource): void {
    this.sources.push(source);
  }
}
