import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { PermissionDirectory } from '../../access/ports.js';
import { addSharedErrorResponses, API_TOKEN_GUIDE, documentSecurity, normalizeDocument } from './normalize-document.js';
import { Problem } from '../../errors/problem.dto.js';

const description = [
  'Field names are snake_case, ids are UUIDv7, times are ISO 8601 in UTC, texts are limited in UTF-16 code units.',
  'Unknown fields of a request are ignored.',
  'Errors are application/problem+json (RFC 9457) with a stable `code`.',
  'Content that the requester may not see gets a 404, like content that does not exist.',
  'GET responses have an ETag; with it in If-None-Match, an unchanged response is 304 without a body.',
  'Requests authenticate by the bearer token or the cookie `session_token` of a session;',
  'writes by cookie are accepted from the same origin only.',
  'Programs use API tokens, which reach neither credentials and sessions nor changes of users, roles and settings;',
  'these are 403 `session_required`.',
  'A signed-in user can send 300 writes per minute.',
].join(' ');

/**
 * Generates the OpenAPI document from the code. The operation id is the method's name.
 * @param tags descriptions of the tags, by name
 */
export function createOpenApi(app: NestFastifyApplication, tags: Record<string, string>): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Knowledge Hub')
    .setDescription(description)
    .setVersion('1')
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .addServer('/', 'This hub')
    .addBearerAuth({ type: 'http', bearerFormat: 'session token', description: 'The token that a sign-in returns.' })
    .addBearerAuth({ type: 'http', bearerFormat: 'khub_…', description: API_TOKEN_GUIDE }, 'apiToken');
  for (const [tag, text] of Object.entries(tags)) builder.addTag(tag, text);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (_controller, method) => method,
    extraModels: [Problem],
  });
  const permissions = app.get(PermissionDirectory, { strict: false });
  addSharedErrorResponses(document);
  documentSecurity(document, (permission) => permissions.requiresSession(permission));
  normalizeDocument(document);
  return document;
}

export const openApiYaml = (document: OpenAPIObject): string =>
  stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });

/** Serves the document as YAML and in Swagger UI. */
export function serveOpenApi(app: NestFastifyApplication, document: OpenAPIObject, prefix: string): void {
  const fastify = app.getHttpAdapter().getInstance();
  let yaml: string | undefined;
  fastify.get(`${prefix}/openapi.yaml`, (_request, reply) =>
    reply.type('application/yaml; charset=utf-8').send((yaml ??= openApiYaml(document))),
  );
  // Swagger UI uses inline styles; only its page gets a policy that allows them.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith(`${prefix}/docs`)) {
      void reply.header(
        'Content-Security-Policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      );
    }
    done(null, payload);
  });
  SwaggerModule.setup('docs', app, document, {
    useGlobalPrefix: true,
    raw: false,
    customSiteTitle: 'Knowledge Hub API',
  });
}
