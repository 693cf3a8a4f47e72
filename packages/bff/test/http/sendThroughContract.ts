import * as z from 'zod/mini'
import { type DepositRig, freshWallet } from '../deposit/depositRig.ts'

/** A transaction that calls a contract, which passes what it is given on to an address. */
export async function sendThroughContract(rig: DepositRig, address: string, value: string): Promise<string> {
  const [from] = z.array(z.string()).parse(await rig.chain.node('eth_accounts'))
  const contract = freshWallet()
  // CALL(gas, the address it was given, the value it was given, nothing in, nothing out).
  await rig.chain.node('anvil_setCode', contract, '0x6000600060006000346000355af100')
  const data = `0x${address.slice(2).padStart(64, '0')}`
  return String(await rig.chain.node('eth_sendTransaction', { from, to: contract, value, data }))
}
