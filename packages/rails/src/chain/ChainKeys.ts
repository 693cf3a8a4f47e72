import { makeKeyFile, readKeyFile } from '@cambio/server/keys/keyFile.ts'
import type { Secret } from '@cambio/server/settings/Secret.ts'
import type { Hex } from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAccount, type LocalAccount } from 'viem/accounts'

/** The keys that sign on a chain. */
export type ChainKeys = {
  /** Pays out. */
  readonly hotWallet: LocalAccount
  /** Deploys the sandbox's tokens on its chain, once. Live has none. */
  readonly deployer?: LocalAccount
}

/**
 * The keys of a sandbox, all derived from one seed. Its file lies beside the sandbox's data, is made at the first
 * start, and only its owner can read it. Deposit addresses are on a branch of their own (2).
 * @throws StartRefused when the file cannot be read, is open to others or has no key
 */
export function sandboxKeys(dataDir: string): Required<ChainKeys> {
  const seed = sandboxSeed(dataDir)
  return { hotWallet: accountAt(seed, 0), deployer: accountAt(seed, 1) }
}

/**
 * The extended public key of a sandbox's deposit addresses. The private key of the same branch, which moves what they
 * receive, is in the same file.
 * @throws StartRefused as above
 */
export function sandboxDepositXpub(dataDir: string): string {
  return sandboxSeed(dataDir).derive(DEPOSITS).publicExtendedKey
}

/** The key of a sandbox's deposit address, which signs its sweep. @throws StartRefused as above */
export function sandboxDepositKey(dataDir: string, number: number): LocalAccount {
  return hdKeyToAccount(sandboxSeed(dataDir), { path: `${DEPOSITS}/0/${number}` })
}

const DEPOSITS = `m/44'/60'/2'`

/** The keys of a live exchange: only that of the wallet that pays out. */
export function liveKeys(key: Secret): ChainKeys {
  return { hotWallet: privateKeyToAccount(hexOf(key.reveal())) }
}

function sandboxSeed(dataDir: string): HDKey {
  const path = `${dataDir}/chain.key`
  makeKeyFile(path, 'CHAIN_KEY')
  const [seed] = readKeyFile(path, 'put it back: the coins of this sandbox are behind it')
  if (!seed) throw new Error('A key file without a key was read')
  return HDKey.fromMasterSeed(seed)
}

/** The first account of a branch, by the path that wallets use for Ethereum (BIP-44, coin 60). */
function accountAt(seed: HDKey, branch: number): LocalAccount {
  return hdKeyToAccount(seed, { path: `m/44'/60'/${branch}'/0/0` })
}

function hexOf(key: string): Hex {
  return key.startsWith('0x') ? `0x${key.slice(2)}` : `0x${key}`
}
