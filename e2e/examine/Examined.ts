/** How each screen was looked at by axe: every scheme of colours in every direction. */
export const looks = { schemes: ['light', 'dark', 'forced'], languages: ['en', 'ar'] } as const

/** What was found of one screen. */
export type Examined = {
  readonly screen: string
  /** The version of axe. */
  readonly axe: string
  /** Each clause of EN 301 549 that rules of axe stand for, with those rules that had something to check. */
  readonly clauses: Readonly<Record<string, readonly string[]>>
  /** What a virtual screen reader said. */
  readonly spoken: readonly string[]
  /** What live regions announced between the screen before and this one. */
  readonly announced: readonly string[]
}

/** Under which name a test hands over what it found. */
export const examined = 'examined'
