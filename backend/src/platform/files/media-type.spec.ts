import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { detectMediaType } from './media-type.js';

const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154789c6300010000050001',
  'hex',
);

describe('detectMediaType', () => {
  it('detects the type from the bytes and returns all of them', async () => {
    const bytes = Buffer.concat([png, Buffer.alloc(300_000, 'x')]);
    const { mediaType, content } = await detectMediaType(
      Readable.from([bytes.subarray(0, 3), bytes.subarray(3, 5000), bytes.subarray(5000)]),
    );
    expect(mediaType).toBe('image/png');
    expect((await buffer(content)).equals(bytes)).toBe(true);
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', undefined],
    ['<html><script>alert(1)</script></html>', undefined],
    ['', undefined],
    ['%PDF-1.7\n', 'application/pdf'],
  ])('%j is %s', async (text, expected) => {
    const { mediaType, content } = await detectMediaType(Readable.from([Buffer.from(text)]));
    expect(mediaType).toBe(expected);
    expect(String(await buffer(content))).toBe(text);
  });

  it('reads no more than needed', async () => {
    let given = 0;
    const endless = new Readable({
      highWaterMark: 1024,
      read() {
        given += 1024;
        this.push(Buffer.alloc(1024));
      },
    });
    const { content } = await detectMediaType(endless);
    expect(given).toBeLessThan(16 * 1024);
    content.destroy();
    expect(endless.destroyed).toBe(true);
  });

  it('passes on errors of the source', async () => {
    const source = new PassThrough();
    source.write(Buffer.alloc(5000));
    const { content } = await detectMediaType(source);
    const whole = buffer(content);
    source.destroy(new Error('connection lost'));
    await expect(whole).rejects.toThrow('connection lost');
  });

  it('fails when the source fails before the type is known', async () => {
    const source = new PassThrough();
    const detected = detectMediaType(source);
    source.destroy();
    await expect(detected).rejects.toThrow('Premature close');
  });
});
