import pg from 'pg';

type Table = 'comments' | 'forum_posts' | 'documents';

/** Acknowledged writes, compared with the database. */
export class StoredWrites {
  private readonly contents = new Map<string, { table: Table; content: string }>();
  private edits = 0;

  get count(): number {
    return this.contents.size + this.edits;
  }

  created(table: Table, id: string, content: string): void {
    this.contents.set(id, { table, content });
  }

  edited(id: string, content: string): void {
    this.contents.set(id, { table: 'documents', content });
    this.edits++;
  }

  /** @returns the writes that the database does not have */
  async findLost(databaseUrl: string): Promise<string[]> {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    try {
      const { rows } = await client.query<{ id: string; content: string }>(
        `select id, content from comments
         union all select id, content from forum_posts
         union all select item_id, content from documents`,
      );
      const stored = new Map(rows.map(({ id, content }) => [id, content]));
      return [...this.contents]
        .filter(([id, { content }]) => stored.get(id) !== content)
        .map(([id, { table, content }]) => `${table} ${id}: "${content}" is "${stored.get(id)}"`);
    } finally {
      await client.end();
    }
  }
}
