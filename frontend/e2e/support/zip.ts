import { crc32 } from 'node:zlib';

/** An uncompressed ZIP archive. */
export function zip(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const path = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0); // version
    about.writeUInt16LE(0x0800, 2); // names are UTF-8
    about.writeUInt32LE(crc32(data), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(data.length, 18);
    about.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, path, data]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    index.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, end, path]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(index);
  const tail = Buffer.alloc(22);
  tail.write('PK\x05\x06', 0, 'latin1');
  tail.writeUInt16LE(parts.length, 8);
  tail.writeUInt16LE(parts.length, 10);
  tail.writeUInt32LE(directory.length, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, tail]);
}
