import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    anyBody?: boolean;
  }
}

/** For routes that are told all they need by their address, and called by programs that send a form along. The body is not read. */
export const IgnoreBody = (): MethodDecorator => RouteConfig({ anyBody: true });
