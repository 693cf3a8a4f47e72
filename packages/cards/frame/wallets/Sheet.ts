import type { SubmittedWallet } from '../../src/fields/SubmittedWallet.ts'

/** What a buyer approved in a wallet. */
type Approval = {
  /** The wallet's encrypted token: only the platform can read it. */
  readonly token: string
  /** Closes the wallet's sheet with its own word on how it went. */
  readonly finish: (accepted: boolean) => void
}

/** A sheet that closed because we could not let it go on, and not because the buyer closed it. */
export class SheetFailed extends Error {}

/** A wallet as a browser has it. */
export type Sheet = {
  readonly wallet: SubmittedWallet['wallet']
  /** Whether this browser can open it. */
  readonly isReady: () => Promise<boolean>
  /**
   * Opens it; null when the buyer closes it or `signal` does. Call it while the buyer's press is being handled.
   * @throws SheetFailed, and what the browser throws, which may be that the buyer closed it
   */
  readonly open: (signal: AbortSignal) => Promise<Approval | null>
}
