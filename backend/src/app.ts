import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { apiTags } from './api-tags.js';
import { AuthModule } from './modules/auth/index.js';
import { RolesModule } from './modules/roles/index.js';
import { backupTables, modules } from './modules.js';
import { AccessModule } from './platform/access/access.module.js';
import { AuditModule } from './platform/audit/audit.module.js';
import { BackupModule } from './platform/backup/backup.module.js';
import type { Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { EventsModule } from './platform/events/events.module.js';
import { FilesModule } from './platform/files/files.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { CacheModule } from './platform/http/server/guest-response-cache.js';
import { IdempotencyModule } from './platform/idempotency/idempotency.js';
import { setBodyLimits } from './platform/http/body/body-limits.js';
import { BodyModule } from './platform/http/body/body-memory.js';
import { createOpenApi, serveOpenApi } from './platform/http/openapi/openapi.js';
import { ProblemFilter } from './platform/errors/problem.filter.js';
import { useResponseSchemas } from './platform/http/openapi/response-schemas.js';
import { configureServer, createAdapter } from './platform/http/server/server.js';
import { validationPipe } from './platform/http/validation/validation.pipe.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { RateLimiterModule } from './platform/limits/rate-limiter.module.js';
import { NestLogger } from './platform/logging/logger.js';
import { LoggingModule } from './platform/logging/logging.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { MediaModule } from './platform/media/media.module.js';
import { ImagesModule } from './platform/images/images.module.js';
import { MonitoringModule } from './platform/monitoring/monitoring.module.js';
import { SettingsModule } from './platform/settings/settings.module.js';
import { ModerationModule } from './platform/moderation/moderation.module.js';
import { PersonalDataModule } from './platform/personal-data/personal-data.module.js';
import { PubSubModule } from './platform/pubsub/pubsub.module.js';
import { StorageModule } from './platform/storage/storage.module.js';
import { VisibilityModule } from './platform/visibility/visibility.module.js';
import { UploadsModule } from './platform/uploads/uploads.module.js';
import { serveWeb } from './platform/web/serve-web.js';
import { WebModule } from './platform/web/web.module.js';

@Module({})
class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const platform = [
      AuditModule,
      BackupModule.forRoot(backupTables),
      BodyModule,
      DatabaseModule,
      EventsModule,
      CacheModule,
      HealthModule,
      IdempotencyModule,
      JobsModule,
      FilesModule,
      RateLimiterModule,
      MailModule,
      ImagesModule,
      MediaModule,
      ModerationModule,
      MonitoringModule,
      SettingsModule,
      PersonalDataModule,
      PubSubModule,
      StorageModule,
      UploadsModule,
      VisibilityModule,
      WebModule,
    ];
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot(logger),
        ...platform,
        AccessModule.with([RolesModule, AuthModule]),
        ...modules,
      ],
    };
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
