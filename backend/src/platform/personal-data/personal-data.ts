import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database } from '../database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../database/statement-timeout.js';

/** A list of the exported file: rows that a module stores about a user. */
export interface ExportSection {
  /** unique, snake_case */
  name: string;
  /** what the rows are, for the reader of the file */
  description: string;
  /**
   * A statement for the rows about a user, without secrets and without data about others. The unique column `cursor`
   * orders them and is left out of the file.
   */
  select: (userId: string) => RawBuilder<unknown>;
}

/** The user who is being erased, as before the erasure. */
export interface ErasedUser {
  id: string;
  name: string;
  email: string;
}

export interface PersonalDataSource {
  sections: ExportSection[];
  /**
   * Removes what identifies the user, and what belongs to the user alone; what others have an interest in, such as
   * texts, stays with the id of the anonymised account. Joins the caller's transaction and may be repeated.
   */
  erase?(user: ErasedUser): Promise<void>;
  /** whether `erase` removes the account itself, which comes last, so that all others still find it */
  isAccount?: boolean;
}

const BATCH = 500;

/**
 * Everything that is stored about a user, for export and erasure (articles 15 to 17 and 20 of the GDPR). Each module
 * registers its part in its constructor; this class knows no tables.
 */
@Injectable()
export class PersonalData {
  private readonly sources: PersonalDataSource[] = [];

  constructor(private readonly database: Database) {}

  register(source: PersonalDataSource): void {
    const known = new Set(this.sections.map(({ name }) => name));
    const double = source.sections.find(({ name }) => known.has(name));
    if (double) throw new Error(`The personal data ${double.name} are registered twice.`);
    this.sources.push(source);
  }

  get sections(): ExportSection[] {
    return this.sources.flatMap(({ sections }) => sections);
  }

  /** One JSON document in pieces, a row per line. Rows are read in batches, so that memory does not grow with them. */
  async *export(userId: string): AsyncGenerator<string> {
    yield `{\n"exported_at": ${JSON.stringify(new Date())},\n"user_id": ${JSON.stringify(userId)},\n"sections": {`;
    let separator = '\n';
    for (const section of this.sections) {
      const { name, description } = section;
      yield `${separator}${JSON.stringify(name)}: {"description": ${JSON.stringify(description)}, "rows": [`;
      separator = ',\n';
      let rowSeparator = '\n';
      for await (const rows of this.listBatches(section, userId)) {
        yield rowSeparator + rows.map((row) => JSON.stringify(row)).join(',\n');
        rowSeparator = ',\n';
      }
      yield ']}';
    }
    yield '\n}\n}\n';
  }

  /** Joins the caller's transaction. The last registered source comes first, and the account last. */
  async erase(user: ErasedUser): Promise<void> {
    const ordered = this.sources
      .toReversed()
      .toSorted((a, b) => Number(a.isAccount ?? false) - Number(b.isAccount ?? false));
    for (const source of ordered) await source.erase?.(user);
  }

  private async *listBatches(section: ExportSection, userId: string): AsyncGenerator<object[]> {
    const source = section.select(userId);
    let last: string | undefined;
    do {
      const batch = await this.findRows(source, last);
      if (batch.length) yield batch.map(({ row }) => row);
      last = batch.length === BATCH ? batch.at(-1)?.cursor : undefined;
    } while (last !== undefined);
  }

  private async findRows(source: RawBuilder<unknown>, after?: string): Promise<{ cursor: string; row: object }[]> {
    const query = sql<{ cursor: string; row: object }>`
      select r.cursor::text as cursor, to_jsonb(r) - 'cursor' as row
      from (${source}) r ${after === undefined ? sql`` : sql`where r.cursor > ${after}`}
      order by r.cursor limit ${sql.lit(BATCH)}`;
    const { rows } = await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () => query.execute(this.database.db));
    return rows;
  }
}
