import { kind, required, text } from '@cambio/server/cli/arguments.ts'

/** The word by which a call names a coupon. */
export function codeWord() {
  return required(
    kind('<code>', 'of at most 64 letters, digits, hyphens and underscores', (text) =>
      /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : undefined,
    ),
    'Name the coupon by a code of at most 64 letters, digits, hyphens and underscores.',
  )
}

/** The partner that the coupon belongs to. */
export const couponPartner = required(
  text('PARTNER'),
  'Name the partner whose coupon it is: --partner "Corner Shop".',
)
