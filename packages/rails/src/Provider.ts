import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { VerificationProvider } from '@cambio/exchange/limit/VerificationProvider.ts'
import type { MessageRail } from '@cambio/exchange/message/MessageRail.ts'
import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import type { RailDeps, Work } from './Rail.ts'

/** The questions that the exchange asks others. None of them moves money. */
export type Answers = {
  /** What currencies cost. */
  readonly rates: RateSource
  /** Sends codes to mailboxes. */
  readonly mail: CodeMail
  /** Sends messages to phones. */
  readonly messages: MessageRail
  /** Checks people's documents. */
  readonly verification: VerificationProvider
}

/** One vendor that answers one kind of question, with its settings. */
export type Provider<Kind extends keyof Answers = keyof Answers> = {
  [Each in Kind]: {
    readonly kind: Each
    /** The name by which the operator prefers it, in lower-case letters and hyphens. */
    readonly name: string
    open(deps: Pick<RailDeps, 'clock' | 'random' | 'log'>): { readonly answers: Answers[Each] } & Work
  }
}[Kind]
