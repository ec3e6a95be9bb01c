/** The tables of a module or a part of the platform. Each table of the database is declared once. */
export interface TableDeclarations {
  /** restored with their rows */
  kept: readonly string[];
  /** restored empty, with the reason */
  excluded: Readonly<Record<string, string>>;
}

/** All tables, and whether backups contain their rows. */
export class BackupTables {
  private readonly kept: ReadonlySet<string>;
  private readonly excluded: ReadonlyMap<string, string>;

  constructor(readonly declarations: readonly TableDeclarations[]) {
    const kept = declarations.flatMap((each) => each.kept);
    const excluded = declarations.flatMap((each) => Object.entries(each.excluded));
    const names = [...kept, ...excluded.map(([name]) => name)];
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice) throw new Error(`The table ${twice} is declared twice.`);
    this.kept = new Set(kept);
    this.excluded = new Map(excluded);
  }

  isKept(name: string): boolean {
    return this.kept.has(name);
  }

  isDeclared(name: string): boolean {
    return this.kept.has(name) || this.excluded.has(name);
  }

  /** In alphabetical order. */
  listKept(): string[] {
    return [...this.kept].toSorted();
  }

  listDeclared(): string[] {
    return [...this.kept, ...this.excluded.keys()].toSorted();
  }
}

/** The tables of the platform itself. The jobs are in a schema of their own, `pgboss`, which no backup contains. */
export const platformTables: TableDeclarations = {
  kept: [
    'audit_log',
    'counters',
    'file_uses',
    'files',
    'settings',
    // Videos refer to them until they are processed. The parts of unfinished uploads are not in the archive.
    'uploads',
  ],
  excluded: {
    backup_verifications: 'checks of archives of this installation',
    backups: 'archives of this installation; the restored one may be elsewhere',
    idempotency_keys: 'valid for a day, for requests that are repeated',
    mail_deliveries: 'state of the running hub',
    mikro_orm_migrations: 'written by the migrations that the restore runs',
    rate_limits: 'rate limits of the last minutes',
  },
};
