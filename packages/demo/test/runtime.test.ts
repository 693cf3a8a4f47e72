import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

test('the runtime of the programs is fetched by its hash, and by nothing that fetches more', async () => {
  const lockfile = await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')
  for (const platform of ['linux-x64', 'linux-arm64'])
    expect(lockfile).toMatch(
      new RegExp(`\\n  node-${platform}@24\\.21\\.0:\\n    resolution: \\{integrity: sha512-`),
    )
  // The package of this name has a script that fetches the binary past the lockfile.
  expect(lockfile).not.toMatch(/\n {2}node@/)
  expect(process.version).toBe('v24.21.0')
})
