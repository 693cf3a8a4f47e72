import type { ReactNode } from 'react'

/** One thing that can be picked from a list. */
export type PickerOption = {
  readonly value: string
  /** Its name for every reader: `USDT on Tron`. */
  readonly name: string
  /** The name on the button, where it is not plain text. */
  readonly shown?: ReactNode
  /** A second line with more details. */
  readonly detail?: string
  /** Whether it stands apart, before the others. */
  readonly isPopular?: boolean
  /** A picture of it, which adds nothing to its name. */
  readonly mark?: ReactNode
}
