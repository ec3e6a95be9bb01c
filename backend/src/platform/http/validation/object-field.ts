import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import { CheckedBy, type FieldLabel, says } from './fields.js';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

interface ObjectOptions {
  label: FieldLabel;
  description: string;
  optional?: boolean;
}

/** An object with fields of its own, which are those of a class. Keys that it does not have stay: pick the others. */
export function ObjectField(
  type: new () => object,
  { label, description, optional = false }: ObjectOptions,
): PropertyDecorator {
  const problem: Parameters<typeof says>[0] = ({ fields, validation }) => validation.object(fields[label]);
  return applyDecorators(
    ApiProperty({ type, description, required: !optional }),
    ...(optional ? [IsOptional()] : []),
    Type(() => type),
    CheckedBy('isObject', isObject, problem),
    ValidateNested(says(problem)),
  );
}
