import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { apiTags } from './api-tags.js';
import { AuthModule } from './modules/auth/index.js';
import { RolesModule } from './modules/roles/index.js';
import { backupTables, modules } from './modules.js';
import { AccessController } from './platform/access/access.controller.js';
import { AccessGuard } from './platform/access/access.guard.js';
import { ApiTokenStrategy, SessionTokenStrategy } from './platform/access/credentials.js';
import type { Config } from './platform/config/config.js';
import { setBodyLimits } from './platform/http/body/body-limits.js';
import { createOpenApi, serveOpenApi } from './platform/http/openapi/openapi.js';
import { ProblemFilter } from './platform/errors/problem.js';
import { useResponseSchemas } from './platform/http/openapi/response-schemas.js';
import { configureServer, createAdapter } from './platform/http/server/server.js';
import { validationPipe } from './platform/http/validation/validation.pipe.js';
import { NestLogger } from './platform/logging/logger.js';
import { PlatformModule } from './platform/platform.module.js';
import { serveWeb } from './platform/web/serve-web.js';

/** Authentication and permissions of all requests, by the users of auth and the permissions of roles. */
@Module({
  imports: [RolesModule, AuthModule],
  controllers: [AccessController],
  // A new kind of credentials is a strategy here and its name in the guard's list.
  providers: [SessionTokenStrategy, ApiTokenStrategy, { provide: APP_GUARD, useClass: AccessGuard }],
})
class AccessModule {}

@Module({})
class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const platform = PlatformModule.with(config, logger, backupTables);
    return { module: AppModule, imports: [platform, AccessModule, ...modules] };
  }
}

/** Headers of resumable uploads that frontends of other origins read. */
const uploadHeaders = ['Location', 'Tus-Resumable', 'Upload-Expires', 'Upload-Length', 'Upload-Offset'];

const frontend = fileURLToPath(new URL('../../frontend/dist', import.meta.url));

/**
 * Creates the application, for the server, tests and commands. Nothing connects until `init()`.
 * @param web folder of the built frontend; with null, or without a build, only the API is served
 */
export async function createApp(
  config: Config,
  logger: Logger,
  web: string | null = frontend,
): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, logger),
    createAdapter(config, logger),
    {
      logger: new NestLogger(logger),
      bodyParser: false,
      abortOnError: false,
    },
  );
  app.setGlobalPrefix(config.env.API_PREFIX);
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ProblemFilter());
  if (config.env.CORS_ORIGINS.length)
    app.enableCors({
      origin: config.env.CORS_ORIGINS,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      credentials: true,
      exposedHeaders: [
        'X-Total-Count',
        'X-Total-Capped',
        'X-Next-Cursor',
        'X-Unread-Count',
        'Link',
        'X-Request-Id',
        'Retry-After',
        ...uploadHeaders,
      ],
    });
  await configureServer(app, config);
  const openapi = createOpenApi(app, apiTags);
  useResponseSchemas(app.getHttpAdapter().getInstance(), openapi);
  setBodyLimits(app.getHttpAdapter().getInstance(), openapi);
  serveOpenApi(app, openapi, config.env.API_PREFIX);
  // An empty prefix means an API on its own host, with the frontend elsewhere.
  if (config.env.API_PREFIX && web !== null && !(await serveWeb(app, web, config.env.API_PREFIX)))
    logger.warn('The frontend is not built; only the API is served.');
  return app;
}
