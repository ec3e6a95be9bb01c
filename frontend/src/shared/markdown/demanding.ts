const LONG = 10_000;
/** Quotes and lists in each other, deeper than anybody reads: each level is a call inside a call for the parser. */
const DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){12}/m;

/** Whether formatting this may take longer than a blink, so that it must not happen between two frames. */
export function isDemanding(text: string): boolean {
  return text.length > LONG || DEEP.test(text);
}
