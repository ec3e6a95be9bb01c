/** What a module or a part of the platform says about its tables. Each table of the database is declared once. */
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
