import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { digestOf } from '@cambio/server/backup/storedFile.ts'

/*
 * “pnpm release:sign --folder <folder> --key <file>”: writes SHA256SUMS over every file of a release and
 * SHA256SUMS.sig, its Ed25519 signature. It prints the public key, with which anyone verifies both by OpenSSL and
 * sha256sum (guide: Run and watch).
 */

const SUMS = 'SHA256SUMS'
const SIGNATURE = `${SUMS}.sig`

const { values } = parseArgs({ options: { folder: { type: 'string' }, key: { type: 'string' } } })
const { folder, key: keyFile } = values
if (folder === undefined || keyFile === undefined)
  refuse('Usage: pnpm release:sign --folder <folder of the release’s files> --key <private key>')

const key = await readKey(keyFile)
const names = (await readdir(folder, { withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name !== SUMS && entry.name !== SIGNATURE)
  .map(({ name }) => name)
  .toSorted()
if (names.length === 0) refuse(`There is no file in ${folder}: nothing was signed.`)
const lines = await Promise.all(names.map(async (name) => `${await digestOf(join(folder, name))}  ${name}\n`))
const sums = Buffer.from(lines.join(''))
await writeFile(join(folder, SUMS), sums)
await writeFile(join(folder, SIGNATURE), sign(null, sums, key))
process.stdout.write(createPublicKey(key).export({ type: 'spki', format: 'pem' }))

async function readKey(path: string): Promise<KeyObject> {
  const key = createPrivateKey(await readFile(path))
  if (key.asymmetricKeyType === 'ed25519') return key
  return refuse(`${path} is no Ed25519 key: make one by “openssl genpkey -algorithm ed25519 -out ${path}”.`)
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
