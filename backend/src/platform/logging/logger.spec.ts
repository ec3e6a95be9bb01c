import { expect, test } from '@jest/globals';
import { createLogger, getRequestPath, NestLogger } from './logger.js';

function logged(write: (logger: ReturnType<typeof createLogger>) => void, level = 'debug'): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger(level, { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('secrets are redacted', () => {
  const [line] = logged((logger) =>
    logger.info({ password: 'p1', body: { session_token: 't1', code: 'c1', name: 'Ada' } }, 'x'),
  );
  expect(JSON.stringify(line)).not.toMatch(/p1|t1|c1/);
  expect(line).toMatchObject({ password: '[redacted]', body: { name: 'Ada' } });
});

test.each([
  ['/api/documents/knots?q=secret', '/api/documents/knots'],
  [`/s/${'x'.repeat(43)}`, '/s/[redacted]'],
  [`/api/shared/${'x'.repeat(48)}/hls/480.m3u8`, '/api/shared/[redacted]/hls/480.m3u8'],
])('the path of %s is logged as %s', (originalUrl, path) => {
  expect(getRequestPath({ originalUrl })).toBe(path);
});

test('an error is logged with its causes and system code, without other properties', () => {
  const cause = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const error = Object.assign(new Error('not stored', { cause }), {
    code: '53100',
    client: { connectionParameters: { password: 'p1' } },
  });
  const [line] = logged((logger) => logger.error({ err: error }, 'x'));
  expect(line).toMatchObject({
    err: {
      message: 'not stored',
      error_code: '53100',
      stack: expect.any(String),
      cause: { message: 'no space', error_code: 'ENOSPC' },
    },
  });
  expect(JSON.stringify(line)).not.toContain('p1');
});

const messagesOfNest = (level: string) =>
  logged((logger) => {
    const nest = new NestLogger(logger);
    nest.log('AppModule dependencies initialized', 'InstanceLoader');
    nest.warn('careful');
    nest.error('broken');
  }, level).map(({ msg }) => msg);

test('of Nest only warnings and errors are logged', () => {
  expect(messagesOfNest('debug')).toEqual(['careful', 'broken']);
  expect(messagesOfNest('trace')).toHaveLength(3);
});
