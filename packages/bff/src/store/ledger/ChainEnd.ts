/** How far the chain was followed: the number and hash of a seal; 0 and nothing before the first one. */
export type ChainEnd = { readonly number: bigint; readonly hash: Buffer }

/** About as many journals are verified by one statement, which takes a second. */
export const JOURNALS_AT_ONCE = 4_000
