/** The address of a link as readers mean it: one that begins with `www.` is no page beside this one. */
export const completeAddress = (address: string): string => (/^www\./i.test(address) ? `https://${address}` : address);
