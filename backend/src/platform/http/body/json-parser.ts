import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { discard } from '../../storage/spool.js';
import { DomainError } from '../../errors/domain-error.js';
import { SMALL_BODY, waitForTurn } from './body-limits.js';
import type { BodyMemory } from './body-memory.js';
import { readBody } from './read-body.js';
import type { Localized } from '../../language/texts.js';

/** Levels of nesting in a body. */
const MAX_DEPTH = 32;
/**
 * Keys of all objects together. The largest request of the API has about twenty; clients may send some unknown ones.
 */
const MAX_KEYS = 1000;
/** Commas, which separate keys and list elements. The longest list that a route takes has some dozens. */
const MAX_COMMAS = 6000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts keys, list elements and levels of JSON while its bytes arrive, so that a body that is expensive to parse is
 * refused before it is complete. The syntax is checked by the parser.
 */
export class JsonShape {
  private depth = 0;
  private keys = 0;
  private commas = 0;
  private inString = false;
  private escaped = false;

  /** @throws 400 when the text nests too deeply or has too many keys or elements */
  add(chunk: Buffer): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inString = false;
      } else if (byte === QUOTE) this.inString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (++this.depth > MAX_DEPTH) throw refused((texts) => texts.platform.tooDeep);
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.depth--;
      else if (byte === COLON) {
        if (++this.keys > MAX_KEYS) throw refused((texts) => texts.platform.tooManyFields);
      } else if (byte === COMMA && ++this.commas > MAX_COMMAS)
        throw refused((texts) => texts.platform.tooManyListItems);
    }
  }
}

const refused = (detail: Localized) => new DomainError(400, 'bad_request', detail);

/** Reads JSON bodies within the limits of their route. An empty body counts as {}. */
export function registerJsonParser(fastify: FastifyInstance, memory: BodyMemory): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  const parseText = (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise(
      (resolve, reject) => void parse(request, text, (error, value) => (error ? reject(error) : resolve(value))),
    );

  fastify.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, source: IncomingMessage): Promise<unknown> => {
      const reserved = memory.reserve(request);
      const shape = new JsonShape();
      const announced = source.headers['content-length'];
      try {
        const bytes = await readBody(source, {
          limit: getBodyLimit(request),
          announced: announced === undefined ? undefined : Number(announced),
          memory: reserved,
          inspect: (chunk) => shape.add(chunk),
        });
        if (bytes.length === 0) return {};
        await waitForTurn(bytes.length);
        return await parseText(request, decoded(bytes));
      } catch (error) {
        discard(source);
        throw error;
      } finally {
        reserved.release();
      }
    },
  );
}

/** Only routes that require sign-in take long texts, so bodies of guests are limited to the small size. */
function getBodyLimit({ headers, routeOptions }: FastifyRequest): number {
  const mayHaveSession = headers.authorization !== undefined || headers.cookie !== undefined;
  return mayHaveSession ? routeOptions.bodyLimit : Math.min(routeOptions.bodyLimit, SMALL_BODY);
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError(400, 'bad_request', (texts) => texts.platform.notUtf8);
  }
}
