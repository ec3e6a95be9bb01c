import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AuthModule } from './modules/auth/index.js';
import { RolesModule } from './modules/roles/index.js';
import { entities, modules } from './modules.js';
import { AccessModule } from './platform/access/access.module.js';
import { AuditModule } from './platform/audit/audit.module.js';
import type { Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { EventsModule } from './platform/events/events.module.js';
import { FilesModule } from './platform/files/files.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { GuestAnswersModule } from './platform/http/guest-answers.js';
import { IdempotencyModule } from './platform/http/idempotency.js';
import { createOpenApi, serveOpenApi } from './platform/http/openapi.js';
import { ProblemFilter } from './platform/http/problem.filter.js';
import { useResponseSchemas } from './platform/http/response-schemas.js';
import { configureServer, createAdapter } from './platform/http/server.js';
import { validationPipe } from './platform/http/validation.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { NestLogger } from './platform/logging/logger.js';
import { LoggingModule } from './platform/logging/logging.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { PicturesModule } from './platform/pictures/pictures.module.js';
import { SettingsModule } from './platform/settings/settings.module.js';
import { SignalsModule } from './platform/signals/signals.module.js';
import { StorageModule } from './platform/storage/storage.module.js';
import { SubjectsModule } from './platform/subjects/subjects.module.js';
import { serveWeb } from './platform/web/serve-web.js';
import { WebModule } from './platform/web/web.module.js';

@Module({})
class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const platform = [
      AuditModule,
      DatabaseModule.forRoot(entities),
      EventsModule,
      GuestAnswersModule,
      HealthModule,
      IdempotencyModule,
      JobsModule,
      FilesModule,
      LimitsModule,
      MailModule,
      PicturesModule,
      SettingsModule,
      SignalsModule,
      StorageModule,
      SubjectsModule,
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

const frontend = fileURLToPath(new URL('../../frontend/dist', import.meta.url));

/**
 * The one way to build the product: for the server, the tests and the commands. Nothing connects until `init()`.
 * @param web folder of the built frontend; null or one without a build serves only the API
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
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      credentials: true,
      exposedHeaders: ['X-Total-Count', 'X-Total-Capped', 'X-Unread-Count', 'Link', 'X-Request-Id', 'Retry-After'],
    });
  await configureServer(app, config);
  const openapi = createOpenApi(app);
  useResponseSchemas(app.getHttpAdapter().getInstance(), openapi);
  serveOpenApi(app, openapi, config.env.API_PREFIX);
  // With an empty prefix this is an API on a host of its own; the frontend lives elsewhere.
  if (config.env.API_PREFIX && web !== null && !(await serveWeb(app, web, config.env.API_PREFIX)))
    logger.warn('The frontend is not built; only the API is served.');
  return app;
}
