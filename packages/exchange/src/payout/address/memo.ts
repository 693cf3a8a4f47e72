import type { Currency, MemoKind } from '@cambio/wire/Currency.ts'

/**
 * What is wrong with a memo, for the person who typed it; undefined when nothing is. No network here needs one for
 * every address: a personal wallet has none, an exchange's deposit address has one. So a missing memo is never wrong.
 */
export function objectionToMemo(memo: string, { title, memo: kind }: Currency): string | undefined {
  return kind === null ? `${title} has no memo: leave it empty.` : rules[kind](memo)
}

const rules: Record<MemoKind, (memo: string) => string | undefined> = {
  /** 32 bits of the ledger's transaction, so 0 is a tag too. */
  dst_tag: (tag) =>
    /^(0|[1-9]\d{0,9})$/.test(tag) && Number(tag) <= 4_294_967_295
      ? undefined
      : 'A destination tag is a whole number from 0 to 4294967295.',
  /** The token contract's limit. */
  memo_id: (memo) => text(memo, 256),
  /** The network's MEMO_TEXT; the digits of a MEMO_ID are shorter. */
  memo_value: (memo) => text(memo, 28),
}

function text(memo: string, mostBytes: number): string | undefined {
  if (/\p{Cc}/u.test(memo)) return 'A memo is one line of plain text.'
  return new TextEncoder().encode(memo).length > mostBytes
    ? `A memo has at most ${mostBytes} bytes here.`
    : undefined
}
