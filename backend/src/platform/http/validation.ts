import { type ValidationError, ValidationPipe } from '@nestjs/common';
import { type FieldError, invalid } from './domain-error.js';

/** Checks all fields at once and drops unknown ones before anything sees them. */
export const validationPipe = () =>
  new ValidationPipe({
    whitelist: true,
    transform: true,
    exceptionFactory: (errors) => invalid(errors.flatMap((error) => fieldErrors(error))),
  });

/** One sentence per field: that of the first check that failed. */
function fieldErrors(error: ValidationError, parent = ''): FieldError[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const message = Object.values(error.constraints ?? {}).at(0);
  const own = message ? [{ field, message }] : [];
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, field))];
}
