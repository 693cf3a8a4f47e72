import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'

/** The path of the node in the installed packages. @throws StartRefused when there is none for this platform */
export function anvilProgram(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const platform = `${process.platform}-${architecture}`
  const fromPackage = createRequire(import.meta.url)
  try {
    const wrapper = createRequire(fromPackage.resolve('@foundry-rs/anvil/package.json'))
    const folder = dirname(wrapper.resolve(`@foundry-rs/anvil-${platform}/package.json`))
    return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
  } catch {
    throw new StartRefused(
      `No chain node came with the packages for ${platform}: set CHAIN_URL to an Ethereum node of your own.`,
    )
  }
}
