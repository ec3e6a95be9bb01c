/** An upload that this browser has begun, so that it can be continued after a reload. */
export interface UploadRecord {
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

/** Unfinished uploads of this browser, the latest first. */
export const readUploadRecords = (): UploadRecord[] => read();

/** Whether this is the file of the upload, as far as a browser can tell without reading it. */
export const isFileOf = (record: UploadRecord, file: File): boolean =>
  record.name === file.name && record.size === file.size && record.lastModified === file.lastModified;

export const findUploadRecord = (file: File): UploadRecord | undefined =>
  read().find((record) => isFileOf(record, file));

export function storeUploadRecord(file: File, url: string, sentBytes: number): void {
  const others = read().filter((record) => record.url !== url);
  const known = read().find((record) => record.url === url);
  const { name, size, lastModified } = file;
  const expiresAt = known?.expiresAt ?? Date.now() + EXPIRY_MS;
  write([{ url, name, size, lastModified, sentBytes, expiresAt }, ...others]);
}

/** @param id of the upload, the last part of its address */
export function removeUploadRecord(id: string): void {
  write(read().filter((record) => getUploadId(record.url) !== id));
}

export const getUploadId = (url: string): string => url.split('/').at(-1) ?? '';
