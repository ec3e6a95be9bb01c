import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    ignoreBody?: boolean;
  }
}

/** For routes that other programs call with a form which the handler does not need. The body is not read. */
export const IgnoreBody = (): MethodDecorator => RouteConfig({ ignoreBody: true });
