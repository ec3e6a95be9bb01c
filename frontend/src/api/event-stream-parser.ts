export interface ServerEvent {
  type: string;
  data: string;
}

/** Parses one block of lines; undefined for comments, which are heartbeats. */
function parseBlock(block: string): ServerEvent | undefined {
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'event') type = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { type, data: data.join('\n') } : undefined;
}

/** Splits a stream of server-sent events, received in chunks of any size, into events. */
export class EventStreamParser {
  private rest = '';

  /** @returns the events completed by this chunk */
  take(piece: string): ServerEvent[] {
    const text = this.rest + piece;
    // A line break may be two characters, the second of which may be in the next chunk.
    const isCut = text.endsWith('\r');
    const blocks = (isCut ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n').split('\n\n');
    this.rest = (blocks.pop() ?? '') + (isCut ? '\r' : '');
    return blocks.map(parseBlock).filter((event) => event !== undefined);
  }
}
