import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Mailer } from './mailer.js';

let hub: TestApp;
let server: SMTPServer;
const received: string[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => void text(stream).then((mail) => (received.push(mail), done())),
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  hub = await createTestApp({
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'Hub <hub@example.org>',
  });
});
afterAll(async () => {
  await hub.close();
  await new Promise<void>((done) => void server.close(done));
});

test('a mail is sent after the commit, and never after a rollback', async () => {
  const mailer = hub.get(Mailer);
  const undone = hub.database.transaction(async () => {
    await mailer.send({ to: 'ann@example.org', subject: 'Undone', text: 'x' });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await hub.database.transaction(async () => {
    await mailer.send({ to: 'ann@example.org', subject: 'Done', text: 'x' });
    await pause(300);
    expect(received).toEqual([]);
  });
  for (let tries = 0; tries < 200 && received.length === 0; tries++) await pause(50);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('Subject: Done');
});
