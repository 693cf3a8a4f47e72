import { readWalletList, type ListedWallet } from '../../screening/readWalletList.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'

/** A list of sanctioned wallets, with its source. */
export type SanctionsList = {
  readonly source: string
  /** SHA-256 of the file. */
  readonly sha256: string
  readonly wallets: readonly ListedWallet[]
}

/** The list of sanctions that the operator imports, in one transaction. */
export type ImportedSanctions = {
  /** Replaces the list. */
  replace(
    list: SanctionsList & { readonly actor: string },
  ): Promise<{ readonly added: number; readonly removed: number }>
}

type Refreshed = { readonly wallets: number; readonly added: number; readonly removed: number }

/** Why a list is not imported. The former one stays. */
export type SanctionsRefusal = { readonly is: 'refused' } & (
  | { readonly code: 'unreadable'; readonly why: string }
  /** A page that only says that the list has moved must not clear the imported one. */
  | { readonly code: 'names_no_wallet' }
)

/** Replaces the imported list of sanctioned wallets, completely or not at all. */
export async function refreshSanctions(
  deps: OperatorDeps<{ readonly importedSanctions: ImportedSanctions }>,
  {
    source,
    sha256,
    content,
    ...by
  }: ByOptionalReason & Omit<SanctionsList, 'wallets'> & { readonly content: string },
): Promise<Outcome<Refreshed, SanctionsRefusal>> {
  const list = readWalletList(content)
  if (list.is === 'unreadable') return { is: 'refused', code: 'unreadable', why: list.why }
  const { wallets } = list
  if (wallets.length === 0) return { is: 'refused', code: 'names_no_wallet' }
  return act(deps, by, async ({ importedSanctions }): Promise<DoneAct<Refreshed> | SanctionsRefusal> => {
    const changed = await importedSanctions.replace({ source, sha256, wallets, actor: by.actor })
    const done = { ...changed, wallets: wallets.length }
    const about = { is: 'exchange', detail: { source, sha256, ...done } } as const
    return { is: 'done', done, act: 'sanctions refresh', about }
  })
}
