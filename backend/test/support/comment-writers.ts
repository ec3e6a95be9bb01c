import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { admin } from './server-process.js';

/** Below the 300 writes a minute that a user may make. */
const WRITE_EVERY_MS = 250;

interface Acknowledged {
  id: string;
  content: string;
  /** when the request was sent that got 201, in milliseconds of `performance.now()` */
  sentAt: number;
  receivedAt: number;
}

/** The response, or 0 when there was none. */
async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, string> }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  } catch {
    return { status: 0, body: {} };
  }
}

/** Users who write comments without a pause, and repeat each with the same Idempotency-Key until it is acknowledged. */
export class CommentWriters {
  readonly acknowledged: Acknowledged[] = [];
  /** how often each other status came; 0 for connections that were refused or broken */
  readonly refusals = new Map<number, number>();
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;

  private constructor(
    private readonly url: string,
    private readonly documentId: string,
    readonly slug: string,
  ) {}

  static async start(url: string, count: number): Promise<CommentWriters> {
    const session = await post(`${url}/api/auth/login-manual`, admin);
    const document = await post(
      `${url}/api/documents`,
      { title: 'Discussed', content: 'Text', status: 'PUBLISHED', visibility: 'PUBLIC' },
      { authorization: `Bearer ${session.body['session_token']}` },
    );
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) {
      const registered = await post(`${url}/api/auth/register`, {
        email: `writer-${i}@example.org`,
        name: `Writer ${i}`,
        password: 'secret-1',
      });
      tokens.push(registered.body['session_token'] ?? '');
    }
    if (!document.body['id'] || tokens.includes(''))
      throw new Error(`The writers could not sign in: ${JSON.stringify(document)}`);
    const writers = new CommentWriters(url, document.body['id'], document.body['slug'] ?? '');
    writers.running = Promise.all(tokens.map((token, i) => writers.write(token, i)));
    return writers;
  }

  /** Waits until every request under way is acknowledged or refused. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** @returns the milliseconds from `since` to the response to a write that was sent after it, or undefined */
  getRecoveryMs(since: number): number | undefined {
    const first = this.acknowledged.filter(({ sentAt }) => sentAt >= since).map(({ receivedAt }) => receivedAt);
    return first.length ? Math.min(...first) - since : undefined;
  }

  /** Acknowledged comments that are not in the database, and comments that are there twice. */
  async findLostAndDuplicated(databaseUrl: string): Promise<{ lost: string[]; doubled: string[] }> {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    try {
      const { rows } = await client.query<{ id: string; content: string }>('select id, content from comments');
      const stored = new Map(rows.map(({ id, content }) => [id, content]));
      const lost = this.acknowledged
        .filter(({ id, content }) => stored.get(id) !== content)
        .map(({ content }) => content);
      const contents = rows.map(({ content }) => content);
      return { lost, doubled: contents.filter((content, i) => contents.indexOf(content) !== i) };
    } finally {
      await client.end();
    }
  }

  private async write(token: string, user: number): Promise<void> {
    for (let n = 0; !this.stopped; n++) {
      const content = `Comment ${n} of writer ${user}`;
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `writer-${user}-${n}` };
      for (let isAcknowledged = false; !isAcknowledged && !this.stopped; await pause(WRITE_EVERY_MS)) {
        const sentAt = performance.now();
        const { status, body } = await post(
          `${this.url}/api/comments`,
          { content_type: 'document', content_id: this.documentId, content },
          headers,
        );
        isAcknowledged = status === 201;
        if (isAcknowledged)
          this.acknowledged.push({ id: body['id'] ?? '', content, sentAt, receivedAt: performance.now() });
        else this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
      }
    }
  }
}
