/** An upload that a user has begun in this browser, so that it can be continued after a reload. */
export interface UploadRecord {
  /** Browsers may be shared. */
  userId: string;
  /** The address of the upload at the server. */
  url: string;
  name: string;
  size: number;
  lastModified: number;
  sentBytes: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const KEY = 'hub-uploads';
/** As the server's. */
const EXPIRY_MS = 24 * 60 * 60 * 1000;

const isUsable = ({ expiresAt }: UploadRecord): boolean => expiresAt > Date.now();

function read(): UploadRecord[] {
  try {
    const records = JSON.parse(localStorage.getItem(KEY) ?? '[]') as UploadRecord[];
    return records.filter(isUsable);
  } catch {
    return [];
  }
}

/** Browsers may refuse storage; uploads then work without being continued. */
function write(records: readonly UploadRecord[]): void {
  try {
    if (records.length > 0) localStorage.setItem(KEY, JSON.stringify(records));
    else localStorage.removeItem(KEY);
  } catch {
    // See above.
  }
}

/** Whether this is the file of the upload, as far as a browser can tell without reading it. */
export const isSameFile = (record: UploadRecord, file: File): boolean =>
  record.name === file.name && record.size === file.size && record.lastModified === file.lastModified;

/** The unfinished uploads of one user in this browser. */
export class UploadRecords {
  private readonly userId: string;

  constructor(userId: string) {
    this.userId = userId;
  }

  /** The latest first. */
  list(): UploadRecord[] {
    return read().filter(({ userId }) => userId === this.userId);
  }

  find(file: File): UploadRecord | undefined {
    return this.list().find((record) => isSameFile(record, file));
  }

  store(file: File, url: string, sentBytes: number): void {
    const all = read();
    const others = all.filter((record) => record.url !== url);
    const known = all.find((record) => record.url === url);
    const { name, size, lastModified } = file;
    const expiresAt = known?.expiresAt ?? Date.now() + EXPIRY_MS;
    write([{ userId: this.userId, url, name, size, lastModified, sentBytes, expiresAt }, ...others]);
  }

  /** @param id of the upload, the last part of its address */
  remove(id: string): void {
    write(read().filter((record) => getUploadId(record.url) !== id));
  }
}

export const getUploadId = (url: string): string => url.split('/').at(-1) ?? '';
