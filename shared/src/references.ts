/** The address of a link as readers mean it: one that begins with `www.` is no page beside this one. */
export const completeAddress = (address: string): string => (/^www\./i.test(address) ? `https://${address}` : address);

/** A mention of a user in a text, with the handle as its group; e-mail addresses and parts of paths are none. */
export const MENTION = /(?<![\p{L}\p{N}_@.+/-])@([a-z0-9][a-z0-9-]{0,28}[a-z0-9])(?![\p{L}\p{N}_@])/giu;
