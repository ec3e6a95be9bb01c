import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** A ZIP archive of these files. */
export async function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), path);
  archive.end();
  return buffer(archive.outputStream);
}

/** An archive with invalid names, replaced in the bytes by names of the same length. */
export async function zipWithNames(
  files: Record<string, string | Buffer>,
  names: Record<string, string>,
): Promise<Buffer> {
  let bytes = (await zip(files)).toString('latin1');
  for (const [name, bad] of Object.entries(names)) {
    if (name.length !== bad.length) throw new Error('Names must have the same length.');
    bytes = bytes.replaceAll(name, bad);
  }
  return Buffer.from(bytes, 'latin1');
}

/** The files of an archive, by path. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const opened = await fromBufferPromise(archive, { lazyEntries: true });
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  return files;
}
