import type { ReactNode } from 'react'

/** One thing that can be picked from a list. */
export type PickerOption = {
  readonly value: string
  /** What it is called, for every reader: `USDT on Tron`. */
  readonly name: string
  /** The name as its button shows it, where that is not plain text. */
  readonly shown?: ReactNode
  /** A second line that says more of it. */
  readonly detail?: string
  /** A picture of it, which says nothing that its name does not. */
  readonly mark?: ReactNode
}
