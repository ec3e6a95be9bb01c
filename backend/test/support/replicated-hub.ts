import { createRequester } from './http.js';
import { PostgresReplica } from './postgres-replica.js';
import { PostgresServer } from './postgres-server.js';
import { createTestApp, type TestApp } from './test-app.js';
import type { TestUser } from './users.js';
import { waitFor } from './wait-for.js';
import { withTexts } from './statement-texts.js';
import { DatabaseReader } from '../../src/platform/database/database-reader.js';
import { Replicas } from '../../src/platform/database/replicas/replicas.js';

/** Two instances with one primary and one streaming replica. */
export class ReplicatedHub {
  private constructor(
    readonly primary: PostgresServer,
    readonly replica: PostgresReplica,
    /** instances that cache no reads, so that each response comes from a server */
    readonly instances: readonly [TestApp, TestApp],
  ) {}

  static async start(): Promise<ReplicatedHub> {
    // Commits are flushed before they are acknowledged, as in production.
    const primary = await PostgresServer.start({ synchronous_commit: 'on' });
    const replica = await PostgresReplica.start(primary);
    const start = () => startInstance(primary, [replica.url], { SHARED_READS_SECONDS: '0' });
    const hub = new ReplicatedHub(primary, replica, [await start(), await start()]);
    for (const instance of hub.instances) await waitUntilUsed(instance);
    return hub;
  }

  /** Another instance; the caller closes it. */
  startInstance(replicaUrls: readonly string[], environment: Record<string, string> = {}): Promise<TestApp> {
    return startInstance(this.primary, replicaUrls, environment);
  }

  async close(): Promise<void> {
    for (const instance of this.instances) await instance.close();
    await this.replica.stop();
    await this.primary.stop();
  }
}

const startInstance = (primary: PostgresServer, replicaUrls: readonly string[], environment: Record<string, string>) =>
  createTestApp({ DATABASE_REPLICA_URLS: replicaUrls.join(), ...environment }, { databaseUrl: primary.url });

export const replicaStates = (instance: TestApp) => instance.get(Replicas).all.map(({ state }) => state);

export const waitUntilUsed = (instance: TestApp, ms = 10_000) =>
  waitFor(
    () => replicaStates(instance),
    (states) => states.every((state) => state === 'in_use'),
    ms,
  );

/** Sends requests of a user, or of a guest, to another instance. */
export const requestAt = (instance: TestApp, user?: TestUser) =>
  createRequester(instance.app, user && { authorization: `Bearer ${user.token}` });

/** The port of the server on which a read runs. */
export const portOfRead = async (instance: TestApp): Promise<number | undefined> =>
  (await withTexts(instance.get(DatabaseReader)).one<{ port: number }>('select inet_server_port() as port'))?.port;

export interface ReadCounts {
  replica: number;
  primary: number;
  retried: number;
}

/** How many reads of an instance ran where during the work. */
export async function countReads(instance: TestApp, work: () => Promise<unknown>): Promise<ReadCounts> {
  const before = await scrapeReads(instance);
  await work();
  const after = await scrapeReads(instance);
  return {
    replica: after.replica - before.replica,
    primary: after.primary - before.primary,
    retried: after.retried - before.retried,
  };
}

async function scrapeReads({ app }: TestApp): Promise<ReadCounts> {
  const { body } = await app.inject({ method: 'GET', url: '/metrics' });
  const valueOf = (server: string) =>
    Number(new RegExp(`^database_reads_total\\{server="${server}"\\} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
  return { replica: valueOf('replica'), primary: valueOf('primary'), retried: valueOf('retried') };
}
