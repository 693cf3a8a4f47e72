import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { VerificationProvider } from '@cambio/exchange/limit/VerificationProvider.ts'
import type { MessageRail } from '@cambio/exchange/message/MessageRail.ts'
import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import type { RailDeps, Work } from './Rail.ts'

/** What the exchange asks others for that moves no money. */
export type Answers = {
  /** What currencies cost. */
  readonly rates: RateSource
  /** To take codes to mailboxes. */
  readonly mail: CodeMail
  /** To take messages to phones. */
  readonly messages: MessageRail
  /** To check people's documents. */
  readonly verification: VerificationProvider
}

/** One vendor that answers one kind of question, with its settings. */
export type Provider<Kind extends keyof Answers = keyof Answers> = {
  [Each in Kind]: {
    readonly kind: Each
    /** As the operator names it to prefer it, in lower-case letters and hyphens. */
    readonly name: string
    open(deps: Pick<RailDeps, 'clock' | 'random' | 'log'>): { readonly answers: Answers[Each] } & Work
  }
}[Kind]
