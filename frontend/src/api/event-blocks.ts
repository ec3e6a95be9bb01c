export interface ServerEvent {
  type: string;
  data: string;
}

/** One block of lines; undefined for comments, which only show that the server is there. */
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

/** Cuts a stream of server-sent events, which arrives in pieces of any size, into its events. */
export class EventBlocks {
  private rest = '';

  /** @returns the events that this piece completes */
  take(piece: string): ServerEvent[] {
    const text = this.rest + piece;
    // The end of a line may be two characters, of which only one is there yet.
    const isCut = text.endsWith('\r');
    const blocks = (isCut ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n').split('\n\n');
    this.rest = (blocks.pop() ?? '') + (isCut ? '\r' : '');
    return blocks.map(parseBlock).filter((event) => event !== undefined);
  }
}
