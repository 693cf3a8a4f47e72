import type { Recorded } from '../catalogue/CatalogueStore.ts'

/** Who acts for the operator, and why. */
export type By = { readonly actor: string; readonly reason: string }

/** Who acts, for an act that may be done without a reason. */
export type QuietBy = { readonly actor: string; readonly reason: string | null }

/** What an act is about: one thing of the exchange, or the exchange as a whole. */
export type Subject =
  | { readonly is: 'order'; readonly orderId: string }
  /** A line of a bank statement, by the name that the books know it by. */
  | { readonly is: 'bank_line'; readonly line: string }
  | { readonly is: 'partner'; readonly partnerId: string; readonly detail: object }
  /** Changes of what is sold, whose history is their record: actor and reason stand with each. */
  | { readonly is: 'catalogue'; readonly changes: readonly Omit<Recorded, 'madeBy' | 'reason'>[] }
  | { readonly is: 'exchange'; readonly detail: object }

/** An act of the operator as it is kept for good. */
export type Act = QuietBy & {
  /** What was done, in a word or two. */
  readonly act: string
  readonly about: Subject
  /** Its id, where something else is named after it. */
  readonly id?: string
}

/** Where the acts of the operator are kept. Nothing there is changed or taken away. */
export type ActStore = { keep(act: Act): Promise<void> }

/** Where a verb of the operator works: one transaction, with what the verb reads and writes in it. */
export type OperatorDeps<Parts> = {
  transaction<Result>(work: (parts: Parts & { readonly acts: ActStore }) => Promise<Result>): Promise<Result>
}

/** A no to the operator: a code from the verb's own closed list, with what is known of the reason. */
export type Refused = { readonly is: 'refused'; readonly code: string }

/** What a verb did, with the act that is to be kept of it. */
export type Deed<Done> = { readonly is: 'done'; readonly done: Done } & Pick<Act, 'act' | 'about' | 'id'>

/** What a verb of the operator answers. */
export type Outcome<Done, No extends Refused> = { readonly is: 'done'; readonly done: Done } | No

/**
 * Runs a verb of the operator: what the verb writes and the act with its actor and reason are one transaction, so that
 * neither is there without the other. A refusal leaves nothing.
 */
export async function act<Parts, Done, No extends Refused>(
  deps: OperatorDeps<Parts>,
  { actor, reason }: QuietBy,
  work: (parts: Parts) => Promise<Deed<Done> | No>,
): Promise<Outcome<Done, No>> {
  let refused: No | undefined
  const undo = new Error('The operator was refused')
  try {
    return await deps.transaction(async (parts): Promise<Outcome<Done, No>> => {
      const result = await work(parts)
      if (isRefused(result)) {
        refused = result
        throw undo
      }
      const { is, done, ...kept } = result
      await parts.acts.keep({ ...kept, actor, reason })
      return { is, done }
    })
  } catch (error) {
    if (error === undo && refused) return refused
    throw error
  }
}

function isRefused<Done, No extends Refused>(result: Deed<Done> | No): result is No {
  return result.is === 'refused'
}
