import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openStream } from '../support/event-stream.js';
import { admin } from '../support/server-process.js';
import { createFetchRequester, type SendRequest } from '../support/http.js';
import { median, percentile } from './settings.js';
import { StoredWrites } from './stored-writes.js';

/** Writers stay below the 300 writes a minute that a user may make. */
const WRITE_EVERY_MS = 400;
const READ_EVERY_MS = 100;
const GUESTS = 4;
const MEMBERS = 4;
const WRITERS = 6;

interface Samples {
  documentId: string;
  slug: string;
  categoryId: string;
  threadId: string;
}

/** Users who read, write and listen. Each request is sent once: what is not a success has failed. */
export class MixedLoad {
  readonly failed: string[] = [];
  readonly writes = new StoredWrites();
  private readonly durations: number[] = [];
  private reads = 0;
  private events = 0;
  private reconnections = 0;
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly url: string,
    private readonly samples: Samples,
  ) {}

  /** Creates users and content, and starts. */
  static async start(url: string, databaseUrl: string): Promise<MixedLoad> {
    const guest = createFetchRequester(url);
    const tokens = await createStaff(guest, databaseUrl, MEMBERS + WRITERS);
    const login = await guest<{ session_token: string }>('POST', '/auth/login-manual', { body: admin });
    const owner = login.body.session_token;
    const load = new MixedLoad(
      url,
      await createSamples(createFetchRequester(url, { authorization: `Bearer ${owner}` })),
    );
    const as = (token: string) => createFetchRequester(url, { authorization: `Bearer ${token}` });
    load.running = Promise.all([
      ...Array.from({ length: GUESTS }, (_, i) => load.read(guest, i)),
      ...tokens.slice(0, MEMBERS).map((token, i) => load.read(as(token), i)),
      ...tokens.slice(MEMBERS).map((token, i) => load.write(as(token), i)),
      ...[owner, owner, ...tokens.slice(0, 2)].map((token) => load.listen(token)),
    ]);
    return load;
  }

  /** Waits until all requests under way have their responses. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  get figures(): string {
    const { durations } = this;
    const times = [median(durations), percentile(durations, 0.99), Math.max(...durations)].map((ms) => Math.round(ms));
    return (
      `${this.reads} reads and ${this.writes.count} writes, ${this.failed.length} failed; ` +
      `median ${times[0]} ms, p99 ${times[1]} ms, max ${times[2]} ms; ` +
      `${this.events} events, streams connected again ${this.reconnections} times`
    );
  }

  private async read(request: SendRequest, reader: number): Promise<void> {
    const { documentId, slug, categoryId, threadId } = this.samples;
    const reads = [
      () => request('GET', '/documents?limit=20'),
      () => request('GET', `/documents/${slug}`),
      () => request('POST', '/search', { body: { query: 'sample' } }),
      () => request('GET', `/forum/categories/${categoryId}/threads`),
      () => request('GET', `/forum/threads/${threadId}/posts`),
      () => request('GET', `/comments/document/${documentId}`),
      () => request('GET', '/dashboard/home'),
      () => this.readPage(`/docs/${slug}`),
    ];
    for (let n = reader; !this.isOver; n++) {
      const index = n % reads.length;
      if (await this.measure(`read ${index}`, 200, reads[index]!)) this.reads++;
      await pause(READ_EVERY_MS);
    }
  }

  private async readPage(path: string): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.url}${path}`, { headers: { accept: 'text/html' } });
    return { status: response.status, text: await response.text() };
  }

  /** Every other write has an Idempotency-Key, as those of the frontend; the others are those of simple programs. */
  private async write(request: SendRequest, writer: number): Promise<void> {
    const { documentId, threadId } = this.samples;
    let document: { id: string; version: number } | undefined;
    for (let n = 0; !this.isOver; n++) {
      const content = `Text ${n} of writer ${writer}`;
      const headers: Record<string, string> = n % 2 ? {} : { 'idempotency-key': `load-${writer}-${n}` };
      const post = (path: string, body: object) => request<{ id: string }>('POST', path, { body, headers });
      const kind = (['comments', 'forum_posts', 'documents', 'edits'] as const)[Math.floor(n / 2) % 4]!;
      if (kind === 'edits' && document) {
        const { id, version } = document;
        const path = `/admin/documents/${id}`;
        const edited = await this.measure('edit', 200, () => request('PUT', path, { body: { content, version } }));
        if (edited) {
          this.writes.edited(id, content);
          document = { id, version: version + 1 };
        }
      } else {
        const created = await this.measure(`write ${kind}`, 201, () => {
          if (kind === 'comments')
            return post('/comments', { content_type: 'document', content_id: documentId, content });
          if (kind === 'forum_posts') return post(`/forum/threads/${threadId}/posts`, { content });
          return post('/documents', { title: content, content, status: 'PUBLISHED', visibility: 'PUBLIC' });
        });
        if (created) {
          this.writes.created(kind === 'edits' ? 'documents' : kind, created.body.id, content);
          if (kind === 'documents' || kind === 'edits') document = { id: created.body.id, version: 1 };
        }
      }
      await pause(WRITE_EVERY_MS);
    }
  }

  /** Connects again when the stream ends, as the frontend does. */
  private async listen(token: string): Promise<void> {
    for (let connections = 0; !this.isOver; connections++) {
      if (connections > 0) this.reconnections++;
      const stream = await this.measure('stream', 200, async () => ({
        status: 200,
        text: '',
        stream: await openStream(this.url, token),
      }));
      if (!stream) {
        await pause(1000);
        continue;
      }
      while (!this.isOver && !stream.stream.isEnded) {
        this.events += stream.stream.events.splice(0).length;
        await pause(100);
      }
      await stream.stream.close();
    }
  }

  private async measure<Response extends { status: number; text: string }>(
    name: string,
    expected: number,
    send: () => Promise<Response>,
  ): Promise<Response | undefined> {
    const began = performance.now();
    try {
      const response = await send();
      this.durations.push(performance.now() - began);
      if (response.status === expected) return response;
      this.failed.push(`${new Date().toISOString()} ${name}: ${response.status} ${response.text.slice(0, 200)}`);
    } catch (error) {
      const { cause, message } = error as Error & { cause?: Error };
      this.failed.push(`${new Date().toISOString()} ${name}: ${cause?.message ?? message}`);
    }
    return undefined;
  }
}

/** Editors, who may publish. @returns their session tokens */
async function createStaff(guest: SendRequest, databaseUrl: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    const body = { name: `Editor ${i}`, email: `editor-${i}@example.org`, password: 'secret-1' };
    const { body: session, text } = await guest<{ session_token?: string }>('POST', '/auth/register', { body });
    if (!session.session_token) throw new Error(`A user could not register: ${text}`);
    tokens.push(session.session_token);
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`update users set role = 'EDITOR' where email like 'editor-%@example.org'`);
  await client.end();
  return tokens;
}

async function createSamples(owner: SendRequest): Promise<Samples> {
  const create = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await owner<Body>('POST', path, { body });
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`);
    return response.body;
  };
  const document = await create<{ id: string; slug: string }>('/documents', {
    title: 'A sample',
    content: 'Words of the sample.',
    status: 'PUBLISHED',
    visibility: 'PUBLIC',
  });
  const category = await create<{ id: string }>('/forum/categories', { name: 'Samples', description: 'For tests' });
  const thread = await create<{ id: string }>(`/forum/categories/${category.id}/threads`, {
    title: 'A sample thread',
    content: 'First words',
  });
  return { documentId: document.id, slug: document.slug, categoryId: category.id, threadId: thread.id };
}
