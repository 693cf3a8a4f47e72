/** An account whose first bytes, this many, are all zero cannot have a key. */
const ZEROS = 18

/**
 * Whether an account is zero except for its last two bytes, like the burn addresses and the precompiled contracts. No
 * key can be found for one of them.
 * @param account the bytes of the account, without version and checksum
 */
export function isReserved(account: Uint8Array): boolean {
  return account.subarray(0, ZEROS).every((byte) => byte === 0)
}
