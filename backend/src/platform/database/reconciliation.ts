import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from './database.js';
import { withStatementTimeout } from './statement-timeout.js';

/** Compares derived data, such as a counter or an index, with the rows that it is derived from. */
export interface Check {
  name: string;
  /** SQL that returns a row per difference; one statement, so that it uses one snapshot */
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

/** Checks derived data against its source rows. Services add their checks in their constructors. */
@Injectable()
export class Reconciliation {
  private readonly checks: Check[] = [];

  constructor(private readonly database: Database) {}

  add(check: Check): void {
    this.checks.push(check);
  }

  /** @param fix whether to repair the differences; the result lists those found before the repair */
  async run({ fix }: { fix: boolean }): Promise<CheckResult[]> {
    const results: CheckResult[] = [];
    for (const check of this.checks) {
      results.push(await withStatementTimeout(STATEMENT_TIMEOUT_MS, () => this.runCheck(check, fix)));
    }
    return results;
  }

  private async runCheck({ name, differences, tables, repair }: Check, fix: boolean): Promise<CheckResult> {
    const { rows: found } = await sql.raw<object>(differences).execute(this.database.db);
    if (found.length && fix) {
      await this.database.transaction(async () => {
        await sql.raw(`lock table ${tables.join(', ')} in share row exclusive mode`).execute(this.database.db);
        for (const statement of repair) await sql.raw(statement).execute(this.database.db);
      });
    }
    return { name, differences: found.length, examples: found.slice(0, EXAMPLES) };
  }
}
