import { Injectable } from '@nestjs/common';
import { Database } from './database.js';
import { withStatementTimeout } from './statement-timeout.js';

/** Something that is stored although rows elsewhere already say it: a counter, an index. */
export interface Check {
  name: string;
  /** SQL that gives a row for each difference; one statement, so that it sees one moment */
  differences: string;
  /** tables that must not change while it is repaired */
  tables: string[];
  repair: string[];
}

export interface CheckResult {
  name: string;
  differences: number;
  /** the first few */
  examples: object[];
}

const EXAMPLES = 5;
/** A check reads whole tables. */
const STATEMENT_TIMEOUT_MS = 3600_000;

/** Holds everything counted against the rows it stands for. Modules add their checks while they initialise. */
@Injectable()
export class Reconciliation {
  private readonly checks: Check[] = [];

  constructor(private readonly database: Database) {}

  add(check: Check): void {
    this.checks.push(check);
  }

  /** @param fix whether to repair what differs; what is reported is what was found before */
  async run({ fix }: { fix: boolean }): Promise<CheckResult[]> {
    const results: CheckResult[] = [];
    for (const check of this.checks) {
      results.push(await withStatementTimeout(STATEMENT_TIMEOUT_MS, () => this.hold(check, fix)));
    }
    return results;
  }

  private async hold({ name, differences, tables, repair }: Check, fix: boolean): Promise<CheckResult> {
    const found = await this.database.query(differences);
    if (found.length && fix) {
      await this.database.transaction(async () => {
        await this.database.query(`lock table ${tables.join(', ')} in share row exclusive mode`);
        for (const statement of repair) await this.database.query(statement);
      });
    }
    return { name, differences: found.length, examples: found.slice(0, EXAMPLES) };
  }
}
