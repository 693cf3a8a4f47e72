import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run, tool } from '../tool.ts'

/** A package of Debian, by its version and hash, so that the same image is built of the same bytes. */
export type BasePackage = { readonly name: string; readonly version: string; readonly sha256: string }

/**
 * What Node.js stands on: Debian 12's C and C++ libraries, on amd64. A version that Debian has replaced is fetched from
 * nowhere any more: take the new one and its SHA-256 from “apt-cache show”, which is a change of this file.
 */
export const basePackages: readonly BasePackage[] = [
  {
    name: 'libc6',
    version: '2.36-9+deb12u14',
    sha256: 'ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf',
  },
  {
    name: 'libgcc-s1',
    version: '12.2.0-14+deb12u1',
    sha256: '3016e62cb4b7cd8038822870601f5ed131befe942774d0f745622cc77d8a88f7',
  },
  {
    name: 'libstdc++6',
    version: '12.2.0-14+deb12u1',
    sha256: '5cd3171216d4ab0fc911cfe9c35509bf2dd8f47761c43b7f6a4296701551a24d',
  },
]

/** What of them no program needs: encodings, and words about the packages but for their licences. */
const unneeded = [
  'usr/lib/x86_64-linux-gnu/gconv',
  'usr/lib/x86_64-linux-gnu/audit',
  'usr/share/lintian',
  'usr/share/gcc',
  'usr/share/gdb',
  'etc',
]

/** Unpacks Debian's packages into a root. @throws Error where one is not the one that is named above */
export async function unpackBase(root: string, cache: string): Promise<void> {
  const apt = tool('apt-get', 'apt')
  const dpkg = tool('dpkg-deb', 'dpkg')
  await mkdir(cache, { recursive: true })
  for (const { name, version, sha256 } of basePackages) {
    const file = join(cache, `${name}_${version}_amd64.deb`)
    if ((await digestOf(file)) === undefined) await run(apt, ['download', `${name}=${version}`], cache)
    if ((await digestOf(file)) !== sha256) throw new Error(`${file} is not the package that was named.`)
    await run(dpkg, ['--extract', file, root])
  }
  for (const path of unneeded) await rm(join(root, path), { recursive: true, force: true })
}

async function digestOf(path: string): Promise<string | undefined> {
  const content = await readFile(path).catch(() => undefined)
  return content && createHash('sha256').update(content).digest('hex')
}
