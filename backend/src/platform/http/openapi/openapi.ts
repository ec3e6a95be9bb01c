import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { normalizeDocument } from './normalize-document.js';
import { addSharedErrorResponses } from './shared-error-responses.js';
import { Problem } from '../errors/problem.dto.js';

const description = [
  'All fields are snake_case, ids are UUIDv7, times are ISO 8601 UTC.',
  'Errors are application/problem+json (RFC 9457).',
  'Answers to GET carry an ETag; asked again with it in If-None-Match, they are 304 without a body when nothing has changed.',
  'Fields a request does not know are dropped.',
].join(' ');

/**
 * Generates the contract of the API from the code. The operation id is the method's name.
 * @param tags descriptions of the groups of operations, by name
 */
export function createOpenApi(app: NestFastifyApplication, tags: Record<string, string>): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Knowledge Hub')
    .setDescription(description)
    .setVersion('1')
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .addServer('/', 'this hub')
    .addBearerAuth();
  for (const [tag, text] of Object.entries(tags)) builder.addTag(tag, text);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (_controller, method) => method,
    extraModels: [Problem],
  });
  addSharedErrorResponses(document);
  normalizeDocument(document);
  return document;
}

export const openApiYaml = (document: OpenAPIObject): string =>
  stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });

/** Serves the contract as YAML and as Swagger UI. */
export function serveOpenApi(app: NestFastifyApplication, document: OpenAPIObject, prefix: string): void {
  const fastify = app.getHttpAdapter().getInstance();
  let yaml: string | undefined;
  fastify.get(`${prefix}/openapi.yaml`, (_request, reply) =>
    reply.type('application/yaml; charset=utf-8').send((yaml ??= openApiYaml(document))),
  );
  // Swagger UI brings its own inline styles, so that one page gets a policy that bears them.
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
