import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { Database } from '../../src/platform/database/database.js';
import { recordStatements } from '../../src/platform/database/pooled-client.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import { newMemberPosts } from '../../src/modules/forum/shared/post-text.service.js';
import { createTestDatabase } from './database.js';
import { recordUndocumentedResponses } from './documented-responses.js';
import { type SendRequest, createRequester } from './http.js';
import { withTexts, type WithTexts } from './statement-texts.js';
import { type TestUser, TestUsers } from './users.js';

export interface TestApp {
  app: NestFastifyApplication;
  database: WithTexts<Database>;
  databaseUrl: string;
  users: TestUsers;
  /** sends a request as a guest; users have their own */
  request: SendRequest;
  get<T>(token: Type<T>): T;
  /** the SQL statements that one request ran */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

interface TestAppOptions {
  /** folder of a built frontend; by default none is served, so that tests do not depend on a build */
  web?: string;
  /** a shared database, which is not dropped on close */
  databaseUrl?: string;
  /** runs before the app initialises, for example to add listeners */
  prepare?: (app: NestFastifyApplication) => void;
}

/** Starts the application with a user per key, by role, or by role and the user's name. */
export async function createTestAppWithUsers<Key extends string>(
  roles: Readonly<Record<Key, string | readonly [role: string, name: string]>>,
  environment: Record<string, string> = {},
): Promise<{ hub: TestApp } & Record<Key, TestUser>> {
  const hub = await createTestApp(environment);
  const users = {} as Record<Key, TestUser>;
  for (const key of Object.keys(roles) as Key[]) {
    const role: string | readonly [role: string, name: string] = roles[key];
    users[key] = await (typeof role === 'string' ? hub.users.create(role) : hub.users.create(...role));
  }
  return { hub, ...users };
}

/** Starts the whole application on its own database, reached over HTTP without a socket. */
export async function createTestApp(
  environment: Record<string, string> = {},
  { web, databaseUrl, prepare }: TestAppOptions = {},
): Promise<TestApp> {
  const testDatabase = databaseUrl ? { url: databaseUrl, drop: () => Promise.resolve() } : await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-test-data-'));
  const config = loadConfig({
    DATABASE_URL: testDatabase.url,
    DATA_DIR: dataDir,
    RATE_LIMIT_IP_FACTOR: '1000',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    ...environment,
  });
  const app = await createApp(config, createLogger(config.env.LOG_LEVEL), web ?? join(dataDir, 'no-frontend'));
  const undocumented = recordUndocumentedResponses(app, config.env.API_PREFIX);
  prepare?.(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const request = createRequester(app);
  const database = withTexts(app.get(Database));
  // All users of tests are new members.
  await database.query('insert into settings (key, value, updated_at) values ($1, $2, now()) on conflict do nothing', [
    newMemberPosts.key,
    JSON.stringify(1_000_000),
  ]);
  return {
    app,
    database,
    databaseUrl: testDatabase.url,
    users: new TestUsers(request, (token) => app.get(token)),
    request,
    get: (token) => app.get(token),
    statementsOf: async (work) => {
      const statements: string[] = [];
      await recordStatements(statements, work);
      return statements;
    },
    close: async () => {
      await app.close();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (undocumented().length)
        throw new Error(
          `Undocumented responses: ${undocumented().join('; ')}. ` +
            'Add them with @ProblemResponses, then run npm run api.',
        );
    },
  };
}
