import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { ACCESS_RULE, type AccessRule } from '../src/platform/access/decorators.js';
import { createOpenApi } from '../src/platform/http/openapi/openapi.js';
import { permissions } from '../src/modules/roles/index.js';
import { alwaysPublic } from './always-public.js';
import { operations } from './support/openapi.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { apiTags } from '../src/api-tags.js';

interface Route {
  /** controller and method */
  name: string;
  method: string;
  operation: string;
  path: string;
  rule: AccessRule | undefined;
}

let hub: TestApp;
let routes: Route[];
beforeAll(async () => {
  hub = await createTestApp();
  const controllers = [...hub.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as Type),
  );
  routes = controllers.flatMap(routesOf);
});
afterAll(() => hub.close());

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, unknown>;
  const handlers = Object.getOwnPropertyNames(prototype).filter(
    (key) => typeof prototype[key] === 'function' && Reflect.hasMetadata(METHOD_METADATA, prototype[key]),
  );
  return handlers.map((key) => {
    const handler = prototype[key] as object;
    const parts = [
      Reflect.getMetadata(PATH_METADATA, controller),
      Reflect.getMetadata(PATH_METADATA, handler),
    ] as string[];
    return {
      name: `${controller.name}.${key}`,
      operation: key,
      method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod].toLowerCase(),
      path: `/api/${parts.join('/')}`
        .replace(/\/{2,}/g, '/')
        .replace(/\/$/, '')
        .replace(/:(\w+)/g, '{$1}'),
      rule: (Reflect.getMetadata(ACCESS_RULE, handler) ?? Reflect.getMetadata(ACCESS_RULE, controller)) as
        | AccessRule
        | undefined,
    };
  });
}

test('the routes are found', () => {
  expect(routes.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'DocumentsController.listDocuments',
      'HealthController.getLiveness',
      'AccessController.getAccess',
    ]),
  );
});

test('every route declares its access rule', () => {
  expect(routes.filter(({ rule }) => !rule).map(({ name }) => name)).toEqual([]);
});

test('guests of a private hub may call no other routes than those of the table', () => {
  const open = routes.filter(({ rule }) => rule?.kind === 'anonymous' || (rule?.kind === 'public' && rule.isAlways));
  expect(open.map(({ operation }) => operation).sort()).toEqual([...alwaysPublic].sort());
});

test('every permission that a route requires is in the catalogue', () => {
  const known = new Set<string>(permissions.map(({ id }) => id));
  const unknown = routes.flatMap(({ name, rule }) =>
    rule?.kind === 'permission'
      ? [rule.permission, ...rule.alternatives].filter((id) => !known.has(id)).map((id) => `${name}: ${id}`)
      : [],
  );
  expect(unknown).toEqual([]);
});

test('every route is in the OpenAPI document with the unique name of its method', () => {
  const paths = createOpenApi(hub.app, apiTags).paths as Record<string, Record<string, { operationId: string }>>;
  for (const { name, path, method, operation } of routes)
    expect({ name, operationId: paths[path]?.[method]?.operationId }).toEqual({ name, operationId: operation });
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(ids).toHaveLength(routes.length);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the committed OpenAPI document has the operations of the code', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    routes.map(({ operation }) => operation).sort(),
  );
});
