import { registerDecorator, type ValidationOptions } from 'class-validator';

/** Checks a field by a predicate. @param name of the check, different from those of the field's other checks */
export function CheckedBy(
  name: string,
  isValid: (value: unknown) => boolean,
  options: ValidationOptions,
): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: propertyName as string,
      options,
      validator: { validate: isValid },
    });
}

/** Checks a field by a function that returns what is wrong, as a sentence; undefined when nothing is. */
export function WithoutProblem(name: string, findProblem: (value: unknown) => string | undefined): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: propertyName as string,
      validator: {
        validate: (value: unknown) => findProblem(value) === undefined,
        defaultMessage: (args) => findProblem(args?.value) ?? '',
      },
    });
}
