import type { CardsNotMoved } from '@cambio/exchange/operator/partner/moveCards.ts'
import { passwordKeys } from '@cambio/server/cardMove/passwordKeys.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { FileKeys } from '@cambio/server/keys/sealedFile.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** What seals files between this exchange and its card platform. */
export function keysWithPlatform({ random, merchant }: Pick<CommandDeps, 'random' | 'merchant'>): FileKeys {
  const [password, ...others] = merchant.passwords
  return passwordKeys({ random }, [password.reveal(), ...others.map((each) => each.reveal())])
}

export function cardsNotMoved(file: string, { code }: CardsNotMoved): CallRefused {
  const reason = {
    move_unknown: 'is of a move that this cell does not know: run “partner receive” first',
    moved_since: 'is of an earlier move: the partner has moved again since',
  }[code]
  return new CallRefused(`${file} ${reason}. Nothing was done.`)
}
