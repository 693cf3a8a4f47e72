/** An address as lists store it: case does not matter on Ethereum and in Bitcoin's newer form. */
export function normalizedAddress(address: string): string {
  return /^(0x|bc1|ltc1|tb1)/i.test(address) ? address.toLowerCase() : address
}
