import type { AddressFault } from '@cambio/wire/AddressFault.ts'
import type { Failure } from '../api/Failure.ts'
import { faultIn } from './addressTrouble.ts'
import { isOfOtherChain } from './readAddress.ts'

export type DestinationTrouble = 'empty' | 'memo' | AddressFault

/** What can be said about a typed address before it is sent. */
export function typingTrouble(address: string): DestinationTrouble | null {
  if (address === '') return 'empty'
  return isOfOtherChain(address) ? 'other_network' : null
}

/** The field of a refusal, which the server names. */
export function refusedFor(failure: Failure | null): DestinationTrouble | null {
  if (failure?.code !== 'address_invalid' && failure?.code !== 'validation_failed') return null
  return failure.problem?.errors.some(({ pointer }) => pointer === '/memo') ? 'memo' : faultIn(failure)
}
