import { Type } from '@mikro-orm/core';
import { toArrayLiteral } from './array-literal.js';

/**
 * A column of type text[]. The ORM's own array type leaves elements without quotes, so that PostgreSQL reads the word
 * null as no value and drops spaces at both ends.
 */
export class TextArrayType extends Type<string[], string | string[]> {
  override convertToDatabaseValue(values: string[]): string {
    return toArrayLiteral(values);
  }

  /** The driver has parsed the array already. */
  override convertToJSValue(values: string[]): string[] {
    return values;
  }

  override compareAsType(): string {
    return 'string[]';
  }

  override getColumnType(): string {
    return 'text[]';
  }
}
