import { type ArgumentMetadata, type Type, type ValidationError, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { type FieldError, invalid } from '../../errors/domain-error.js';
import type { Localized } from '../../language/texts.js';
import { readFieldProblem } from './fields.js';

/** Drops unknown fields, then validates all others and reports all errors at once. */
export const validationPipe = () =>
  new KnownFieldsPipe({
    whitelist: true,
    transform: true,
    exceptionFactory: (errors) => invalid(errors.flatMap((error) => fieldErrors(error))),
  });

/**
 * The whitelist of Nest's pipe runs after class-transformer, whose work grows with the square of the number of unknown
 * fields.
 */
class KnownFieldsPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    return super.transform(withKnownFields(value, metadata.metatype), metadata);
  }
}

const fieldsByClass = new WeakMap<Type<unknown>, Set<string>>();

/** The validated fields of a request class and its base classes. */
function listFields(type: Type<unknown>): Set<string> {
  let fields = fieldsByClass.get(type);
  if (!fields) {
    const checks = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    fieldsByClass.set(type, (fields = new Set(checks.map(({ propertyName }) => propertyName))));
  }
  return fields;
}

/**
 * Keeps the known fields. Request classes are flat: nested values are checked by decorators of their field. Classes
 * without validated fields stay unchanged.
 */
function withKnownFields(value: unknown, type: Type<unknown> | undefined): unknown {
  if (typeof value !== 'object' || value === null || !type) return value;
  if (Array.isArray(value)) return value.map((each) => withKnownFields(each, type));
  const fields = listFields(type);
  if (!fields.size) return value;
  return Object.fromEntries(
    [...fields].filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name as keyof typeof value]]),
  );
}

/** One error per field: that of the first failed check, or those of the fields of an object. */
function fieldErrors(error: ValidationError, parent = ''): FieldError[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const check = Object.keys(error.constraints ?? {}).at(0);
  const own = check === undefined ? [] : [{ field, message: describeFailure(error, check) }];
  return own.length ? own : (error.children ?? []).flatMap((child) => fieldErrors(child, field));
}

function describeFailure({ constraints, contexts, value }: ValidationError, check: string): Localized {
  const problem = readFieldProblem(contexts?.[check]);
  // Each check of ours says what is wrong.
  return (texts) => problem?.(texts, value) ?? constraints?.[check] ?? '';
}
