import { describe, expect, test } from '@jest/globals';
import { DriverException } from '@mikro-orm/core';
import { describe as tell } from '../errors/problem.js';
import {
  brokenConstraint,
  isDatabaseAway,
  isRetryable,
  isUniqueViolation,
  markConnectionFailure,
  sqlState,
} from './pg-errors.js';
import { sourceTexts } from '../language/texts.js';

const failure = (fields: object, cause?: unknown) => Object.assign(new Error('x', { cause }), fields);

test('a SQLSTATE is found at any depth, and other codes are not', () => {
  expect(sqlState(failure({}, failure({}, failure({ code: '23505' }))))).toBe('23505');
  expect(sqlState(failure({ code: 'EPIPE' }, failure({ code: '57P01' })))).toBe('57P01');
  for (const error of [
    failure({ code: 'EPIPE' }),
    failure({ code: 'ECONNRESET' }),
    failure({ code: 23505 }),
    undefined,
    null,
    'text',
    5,
  ])
    expect(sqlState(error)).toBeUndefined();
  const circle = failure({});
  circle.cause = circle;
  expect(sqlState(circle)).toBeUndefined();
});

test('the broken constraint is named', () => {
  expect(brokenConstraint(failure({}, failure({ code: '23505', constraint: 'users_email_unique' })))).toBe(
    'users_email_unique',
  );
  expect(brokenConstraint(failure({ code: '23505' }))).toBeUndefined();
});

const socketCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'];

test.each(socketCodes)(
  '%s of a connection to the database means that it is away, of another socket nothing',
  (code) => {
    const failed = markConnectionFailure(failure({ code }));
    expect(isDatabaseAway(failed)).toBe(true);
    expect(isDatabaseAway(failure({}, failure({}, failed)))).toBe(true);
    expect(tell(failed)).toMatchObject({ status: 503, code: 'database_away', details: { retry_after: 2 } });
    // The socket of a client that broke off its request, of the mail server, of the object storage.
    expect(isDatabaseAway(failure({ code }))).toBe(false);
    expect(isDatabaseAway(failure({ errors: [failure({ code })] }, failure({ code })))).toBe(false);
    expect(tell(failure({ code }))).toMatchObject({ status: 500, code: 'unexpected' });
  },
);

test('the ORM keeps the mark in the error that it throws', () => {
  const thrown = new DriverException(markConnectionFailure(failure({ code: 'ECONNRESET' })));
  expect(isDatabaseAway(thrown)).toBe(true);
  expect(isDatabaseAway(new DriverException(failure({ code: 'ECONNRESET' })))).toBe(false);
});

test.each(['57P01', '57P03', '08006', '53300', '25P03'])('%s means that the database is unavailable', (code) => {
  expect(isDatabaseAway(failure({}, failure({ code })))).toBe(true);
});

test('driver errors without a code mean it too, other errors do not', () => {
  for (const message of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])
    expect(isDatabaseAway(new Error(message))).toBe(true);
  for (const error of [
    failure({ code: '23505' }),
    failure({ code: '42P01' }),
    failure({ code: 'EACCES' }),
    new Error('other'),
    undefined,
  ])
    expect(isDatabaseAway(error)).toBe(false);
});

test('a protocol violation is our bug, unless it is fatal', () => {
  expect(isDatabaseAway(failure({}, failure({ code: '08P01', severity: 'ERROR' })))).toBe(false);
  expect(tell(failure({ code: '08P01', severity: 'ERROR' }))).toMatchObject({ status: 500, code: 'unexpected' });
  expect(isDatabaseAway(failure({}, failure({ code: '08P01', severity: 'FATAL' })))).toBe(true);
});

describe('problems of each SQLSTATE', () => {
  test.each([
    ['23505', 409, 'already_exists'],
    ['23503', 409, 'in_use'],
    ['23502', 400, 'invalid_value'],
    ['22003', 400, 'invalid_value'],
    ['22021', 400, 'invalid_value'],
    ['22P05', 400, 'invalid_value'],
    ['40001', 503, 'busy'],
    ['57014', 503, 'busy'],
    ['55P03', 503, 'busy'],
    ['53100', 507, 'disk_full'],
    ['53300', 503, 'database_away'],
    ['57P01', 503, 'database_away'],
    ['3D000', 503, 'database_away'],
    ['28P01', 503, 'database_away'],
    ['25006', 503, 'database_away'],
    ['55000', 503, 'database_away'],
    ['42P01', 500, 'unexpected'],
  ])('%s: %i %s', (code, status, word) => {
    const problem = tell(failure({ code, detail: 'Key (email)=(x) exists', table: 'users' }));
    expect(problem).toMatchObject({ status, code: word });
    expect(problem.detail(sourceTexts)).not.toMatch(/users|Key|email/);
    if (status === 503) expect(problem.details?.retry_after).toBeGreaterThan(0);
  });

  test('only serialisation failures and deadlocks are retried', () => {
    expect(['40001', '40P01', '23505', '57P01'].map((code) => isRetryable(failure({ code })))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isUniqueViolation(failure({}, failure({ code: '23505' })))).toBe(true);
  });
});
