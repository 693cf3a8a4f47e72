/** Leading bytes of an account that are all zero where nobody can have made its key. */
const ZEROS = 18

/**
 * Whether an account is zero but for its last two bytes, as the burn addresses and the precompiled contracts are. No
 * key can be found for one of them.
 * @param account the bytes of the account, without version and checksum
 */
export function isReserved(account: Uint8Array): boolean {
  return account.subarray(0, ZEROS).every((byte) => byte === 0)
}
