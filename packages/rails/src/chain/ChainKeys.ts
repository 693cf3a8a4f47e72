import { makeKeyFile, readKeyFile } from '@cambio/server/keys/keyFile.ts'
import type { Secret } from '@cambio/server/settings/Secret.ts'
import type { Hex } from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAccount, type LocalAccount } from 'viem/accounts'

/** The keys that sign on a chain. */
export type ChainKeys = {
  /** Pays out. */
  readonly hotWallet: LocalAccount
  /** Puts the sandbox's tokens on its chain, once; there is none in live. */
  readonly deployer?: LocalAccount
}

/**
 * The keys of a sandbox, all derived from one in a file beside its data, which is made at the first start and only its
 * owner can read. The accounts below the same seed that deposits go to have their own branch (2).
 * @throws StartRefused when the file cannot be read, is open to others or holds no key
 */
export function sandboxKeys(dataDir: string): Required<ChainKeys> {
  const seed = sandboxSeed(dataDir)
  return { hotWallet: accountAt(seed, 0), deployer: accountAt(seed, 1) }
}

/**
 * The extended public key of a sandbox's deposit addresses. What comes there is moved by the key of the same branch, which
 * is in the same file.
 * @throws StartRefused as above
 */
export function sandboxDepositXpub(dataDir: string): string {
  return sandboxSeed(dataDir).derive(DEPOSITS).publicExtendedKey
}

/** The key of a sandbox's deposit address, which signs what brings its coins away. @throws StartRefused as above */
export function sandboxDepositKey(dataDir: string, number: number): LocalAccount {
  return hdKeyToAccount(sandboxSeed(dataDir), { path: `${DEPOSITS}/0/${number}` })
}

const DEPOSITS = `m/44'/60'/2'`

/** The keys of a live exchange: that of the wallet that pays out, and no other. */
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
