import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type SaxesAttributeNS, type SaxesTagNS, SaxesParser } from 'saxes';
import { ExtractionError } from '../extraction.js';

/** Files inside of one office file. */
const MAX_ENTRIES = 20_000;
/** Bytes of one unpacked file, and of all that are read. */
const MAX_UNPACKED_BYTES = 64 * 1024 ** 2;
/** Lists of names and relations are kept in memory. */
const MAX_LIST_BYTES = 4 * 1024 ** 2;
/** Nested elements; the parser keeps them all. */
const MAX_DEPTH = 500;

export interface XmlElement {
  /** without prefix */
  name: string;
  /** the value of an attribute, by its name without prefix */
  get: (attribute: string) => string | undefined;
}

export interface XmlHandlers {
  onOpen?: (element: XmlElement) => void;
  onText?: (text: string) => void;
  onClose?: (name: string) => void;
  /** asked after each chunk; the rest is then not read */
  isDone?: () => boolean;
}

/** The XML files inside of an office file. Only what is asked for is unpacked, in chunks. */
export class ZipParts {
  private unpacked = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(path: string): Promise<ZipParts> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(() => {
      throw new ExtractionError('damaged');
    });
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) {
        entries.set(entry.fileName, entry);
        if (entries.size > MAX_ENTRIES) throw new ExtractionError('unpacks_too_large');
      }
    } catch (error) {
      throw error instanceof ExtractionError ? error : new ExtractionError('damaged');
    }
    return new ZipParts(zip, entries);
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /**
   * Reads an XML file. Of entities only the five that XML defines are known, so that nothing expands.
   * @throws ExtractionError also where the file is missing or no XML
   */
  async read(name: string, handlers: XmlHandlers): Promise<void> {
    const entry = this.entries.get(name);
    if (!entry) throw new ExtractionError('damaged');
    if (entry.isEncrypted()) throw new ExtractionError('encrypted');
    this.unpacked += entry.uncompressedSize;
    if (this.unpacked > MAX_UNPACKED_BYTES) throw new ExtractionError('unpacks_too_large');
    const stream = await this.zip.openReadStreamPromise(entry).catch(() => {
      throw new ExtractionError('damaged');
    });
    const parser = createParser(handlers);
    const decoder = new TextDecoder();
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        parser.write(decoder.decode(chunk, { stream: true }));
        if (handlers.isDone?.()) return;
      }
      parser.close();
    } catch (error) {
      throw error instanceof ExtractionError ? error : new ExtractionError('damaged');
    } finally {
      stream.destroy();
    }
  }

  /** The elements with a name in a short XML file; none where the file is missing. */
  async list(name: string, element: string): Promise<XmlElement[]> {
    const entry = this.entries.get(name);
    if (!entry) return [];
    if (entry.uncompressedSize > MAX_LIST_BYTES) throw new ExtractionError('unpacks_too_large');
    const found: XmlElement[] = [];
    await this.read(name, { onOpen: (opened) => void (opened.name === element && found.push(opened)) });
    return found;
  }

  /** The paths of the parts that a main file lists by relations, in its order: slides, sheets. */
  async listRelated(folder: string, main: string, element: string): Promise<string[]> {
    const relations = await this.list(`${folder}/_rels/${main}.rels`, 'Relationship');
    const targets = new Map(relations.map(({ get }) => [get('Id'), get('Target') ?? '']));
    const parts = await this.list(`${folder}/${main}`, element);
    return parts.flatMap(({ get }) => {
      const target = targets.get(get('r:id')) ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `${folder}/${target}`;
      return this.has(path) ? [path] : [];
    });
  }
}

function createParser({ onOpen, onText, onClose }: XmlHandlers): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  parser.on('error', () => {
    throw new ExtractionError('damaged');
  });
  // Office files have none; entities could be defined there.
  parser.on('doctype', () => {
    throw new ExtractionError('damaged');
  });
  parser.on('opentag', (tag) => {
    if (++depth > MAX_DEPTH) throw new ExtractionError('damaged');
    onOpen?.(toElement(tag));
  });
  if (onText) parser.on('text', onText);
  parser.on('closetag', (tag) => {
    depth--;
    onClose?.(tag.local);
  });
  return parser;
}

const toElement = ({ local, attributes }: SaxesTagNS): XmlElement => ({
  name: local,
  get: (attribute) => findAttribute(attributes, attribute)?.value,
});

/** Programs choose their own prefixes, but one attribute may have the name of another with a prefix: id and r:id. */
function findAttribute(attributes: Record<string, SaxesAttributeNS>, name: string): SaxesAttributeNS | undefined {
  const [prefix, local = prefix] = name.split(':');
  const isPrefixed = prefix !== local;
  return Object.values(attributes).find((each) => each.local === local && (each.prefix !== '') === isPrefixed);
}
