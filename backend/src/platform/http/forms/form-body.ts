import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtraModels, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Config } from '../../config/config.js';
import { Settings } from '../../settings/settings.js';
import { Spool } from '../../storage/spool.js';
import { BodyMemory } from '../body/body-memory.js';
import { FormReader, type UploadedFile } from './form-reader.js';
import { DomainError, type FieldError, invalid } from '../../errors/domain-error.js';
import { ProblemResponses } from '../../errors/problem.dto.js';
import { validationPipe } from '../validation/validation.pipe.js';

export type { UploadedFile } from './form-reader.js';

/** A file field of a form. */
export interface FormFile {
  description: string;
  maxBytes: (config: Config, settings: Settings) => number | Promise<number>;
  /** only documented: the handler checks for a missing file after the permission */
  required?: boolean;
}

/** The content of a form; files are listed by field name. */
export interface Form<Fields, Files extends string = string> {
  fields: Fields;
  files: Partial<Record<Files, UploadedFile>>;
}

declare module 'fastify' {
  interface FastifyRequest {
    formFiles?: Record<string, UploadedFile>;
    /** removes the files of the form before the end of the handler, for one that sends its response itself */
    removeFormFiles?: () => Promise<void>;
  }
  interface FastifyContextConfig {
    form?: Record<string, FormFile>;
  }
}

/** An image of at most MAX_IMAGE_MB. */
export const imageFile = (description: string, required = false): FormFile => ({
  description,
  required,
  maxBytes: ({ env }) => env.MAX_IMAGE_MB * 1024 ** 2,
});

/** Reads a multipart body after the access guard, and deletes its files after the handler. */
@Injectable()
export class FormInterceptor implements NestInterceptor {
  constructor(
    private readonly config: Config,
    private readonly settings: Settings,
    private readonly spool: Spool,
    private readonly memory: BodyMemory,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.isMultipart()) return next.handle();
    const taken = Object.entries(request.routeOptions.config.form ?? {});
    const fileLimits = new Map<string, number>();
    for (const [name, { maxBytes }] of taken) fileLimits.set(name, await maxBytes(this.config, this.settings));
    const form = await new FormReader(request, fileLimits, this.spool, this.memory.reserve(request)).read();
    request.body = form.fields;
    request.formFiles = form.files;
    request.removeFormFiles = form.remove;
    const handle = async (): Promise<unknown> => {
      try {
        return await lastValueFrom(next.handle(), { defaultValue: undefined });
      } finally {
        await form.remove();
      }
    };
    return from(handle());
  }
}

/**
 * For routes that take multipart/form-data with these files. With `fields` they also take the same fields as JSON,
 * unless a file is required. The handler reads both by `@FormBody(Class)`.
 */
export function AcceptsForm(fields: Type<object> | null, files: Record<string, FormFile>): MethodDecorator {
  const fileProperties = Object.entries(files).map(
    ([name, { description }]) => [name, { type: 'string', format: 'binary', description }] as const,
  );
  const required = Object.keys(files).filter((name) => files[name]?.required);
  const fileSchema = {
    type: 'object',
    properties: Object.fromEntries(fileProperties),
    ...(required.length && { required }),
  };
  const reference = fields && { $ref: getSchemaPath(fields) };
  const content = {
    ...(reference && !required.length && { 'application/json': { schema: reference } }),
    'multipart/form-data': { schema: reference ? { allOf: [reference, fileSchema] } : fileSchema },
  };
  return applyDecorators(
    RouteConfig({ form: files }),
    UseInterceptors(FormInterceptor),
    ...(fields ? [ApiExtraModels(fields)] : []),
    ProblemResponses(507),
    ApiOperation({ summary: undefined, requestBody: { required: true, content } }),
  );
}

const pipe = validationPipe();

/** A request class with checks that involve several fields, or the files. */
interface CheckedForm {
  /** @param body not validated yet */
  formErrors?: (body: Readonly<Record<string, unknown>>, files: Form<object>['files']) => FieldError[];
}

/** The fields of the body, JSON or form, validated as by `@Body()`, and the files. All errors are reported at once. */
export const FormBody = createParamDecorator(
  async (fields: Type<object> | null, context: ExecutionContext): Promise<Form<object>> => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const files = request.formFiles ?? {};
    if (!fields) return { fields: {}, files };
    const body = request.isMultipart() ? convertTypes(request.body as Record<string, unknown>, fields) : request.body;
    const errors = (fields as CheckedForm).formErrors?.(toRecord(body), files) ?? [];
    return { fields: await validate(body, fields, errors), files };
  },
);

const toRecord = (body: unknown): Record<string, unknown> => ({ ...(typeof body === 'object' ? body : {}) });

/**
 * @param more errors that the class does not find
 * @throws 400 with all errors, one per field
 */
async function validate(body: unknown, fields: Type<object>, more: readonly FieldError[]): Promise<object> {
  const errors: FieldError[] = [];
  let valid: object = {};
  try {
    valid = (await pipe.transform(body, { type: 'body', metatype: fields })) as object;
  } catch (error) {
    if (!(error instanceof DomainError) || !error.details.errors) throw error;
    errors.push(...error.details.errors);
  }
  const known = new Set(errors.map(({ field }) => field));
  errors.push(...more.filter(({ field }) => !known.has(field)));
  if (errors.length) throw invalid(errors);
  return valid;
}

/** Form values are text: converts those of number and boolean fields, and empty ones to undefined. */
function convertTypes(body: Record<string, unknown>, fields: Type<object>): Record<string, unknown> {
  const entries = Object.entries(body).map(([name, value]) => {
    const type: unknown = Reflect.getMetadata('design:type', fields.prototype as object, name);
    if (typeof value !== 'string' || (type !== Number && type !== Boolean)) return [name, value];
    if (value === '') return [name, undefined];
    if (type === Number) return [name, /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value];
    return [name, value === 'true' || (value === 'false' ? false : value)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    ignoreBody?: boolean;
  }
}

/** For routes that other programs call with a form which the handler does not need. The body is not read. */
export const IgnoreBody = (): MethodDecorator => RouteConfig({ ignoreBody: true });
