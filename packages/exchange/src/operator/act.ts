import type { Recorded } from '../catalogue/CatalogueStore.ts'

/** Who acts for the operator, and why. */
export type By = { readonly actor: string; readonly reason: string }

/** Who acts, for an act that may be done without a reason. */
export type ByOptionalReason = { readonly actor: string; readonly reason: string | null }

/** What an act is about: one object of the exchange, or the whole exchange. */
export type Subject =
  | { readonly is: 'order'; readonly orderId: string }
  /** A line of a bank statement, by its name in the books. */
  | { readonly is: 'bank_line'; readonly line: string }
  | { readonly is: 'partner'; readonly partnerId: string; readonly detail: object }
  /** Changes of the catalogue. Its history records them, each with actor and reason. */
  | { readonly is: 'catalogue'; readonly changes: readonly Omit<Recorded, 'madeBy' | 'reason'>[] }
  | { readonly is: 'exchange'; readonly detail: object }

/** An act of the operator, as stored permanently. */
export type Act = ByOptionalReason & {
  /** What was done, in a word or two. */
  readonly act: string
  readonly about: Subject
  /** Its id, where something else refers to it. */
  readonly id?: string
}

/** Stores the acts of the operator, append-only. */
export type ActStore = { keep(act: Act): Promise<void> }

/** Opens the transaction in which a verb of the operator reads and writes. */
export type OperatorDeps<Parts> = {
  transaction<Result>(work: (parts: Parts & { readonly acts: ActStore }) => Promise<Result>): Promise<Result>
}

/** A refusal to the operator: a code from the verb's closed list, with details of the reason. */
export type Refused = { readonly is: 'refused'; readonly code: string }

/** What a verb did, with the act to record. */
export type DoneAct<Done> = { readonly is: 'done'; readonly done: Done } & Pick<Act, 'act' | 'about' | 'id'>

/** The result of a verb of the operator. */
export type Outcome<Done, No extends Refused> = { readonly is: 'done'; readonly done: Done } | No

/**
 * Runs a verb of the operator. The verb's writes and the act with its actor and reason are one transaction, so that
 * neither exists without the other. A refusal writes nothing.
 */
export async function act<Parts, Done, No extends Refused>(
  deps: OperatorDeps<Parts>,
  { actor, reason }: ByOptionalReason,
  work: (parts: Parts) => Promise<DoneAct<Done> | No>,
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

function isRefused<Done, No extends Refused>(result: DoneAct<Done> | No): result is No {
  return result.is === 'refused'
}
