import type { z } from 'zod';

type Issue = Parameters<NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>>[0];

const limitOf = (limit: unknown): string => String(limit);

/** A sentence about an invalid value. Messages that a schema brings along take precedence. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number' || issue.expected === 'int') return 'Please enter a whole number.';
      return issue.expected === 'boolean' ? 'Please choose yes or no.' : 'Please enter a value.';
    case 'too_small':
      if (issue.origin === 'number') return `The smallest number is ${limitOf(issue.minimum)}.`;
      return 'Please enter a value.';
    case 'too_big':
      if (issue.origin === 'number') return `The largest number is ${limitOf(issue.maximum)}.`;
      return issue.origin === 'array'
        ? `There can be at most ${limitOf(issue.maximum)}.`
        : `This can have at most ${limitOf(issue.maximum)} characters.`;
    case 'invalid_value':
      return `Please choose one of ${issue.values.map(String).join(', ')}.`;
    default:
      return 'This value is not valid.';
  }
}
