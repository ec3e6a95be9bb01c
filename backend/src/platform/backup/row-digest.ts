import { hash } from 'node:crypto';

const LINE_FEED = 10;

/** Counts and hashes rows in the text format of COPY, whatever their order and wherever the pieces are cut. */
export class RowDigest {
  private rows = 0;
  private sum = 0n;
  private rest: Buffer[] = [];

  add(piece: Buffer): void {
    let from = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, from)) {
      this.addRow(piece.subarray(from, end));
      from = end + 1;
    }
    // Copied: the piece may be large, and its end short.
    if (from < piece.length) this.rest.push(Buffer.from(piece.subarray(from)));
  }

  private addRow(end: Buffer): void {
    const row = this.rest.length ? Buffer.concat([...this.rest, end]) : end;
    this.rest = [];
    this.rows++;
    this.sum = BigInt.asUintN(128, this.sum + BigInt(`0x${hash('sha256', row, 'hex').slice(0, 32)}`));
  }

  toString(): string {
    return `${this.rows}:${this.sum.toString(16)}`;
  }
}
