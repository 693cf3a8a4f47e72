import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { run } from '../tool.ts'

const checkout = join(import.meta.dirname, '../../../..')

/** What runs, and what it uses of ours. */
const packages = ['bff', 'cards', 'exchange', 'installation', 'rails', 'server', 'wire']
/** What browsers are given, as it was built, and the units that “setup” writes. */
const built = [
  'packages/cards/dist',
  'packages/embed/dist',
  'packages/embed/published',
  'packages/guide/dist',
  'packages/widget/dist',
  'packages/deploy/systemd',
]
const project = [
  'LICENSE',
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  '.npmrc',
  '.package-manager',
]

/** Tests, and what only they and the developers use. */
const isLeftOut = (path: string) =>
  /(^|\/)(node_modules|test|testing|sim|bench)$|\.test\.tsx?$/.test(path.slice(checkout.length))

/**
 * Puts the programs into a root below /opt/cambio, with the packages that they use, of the lockfile's versions. The checkout
 * has to be built.
 */
export async function placePrograms(root: string): Promise<string> {
  const home = join(root, 'opt/cambio')
  await mkdir(home, { recursive: true })
  for (const path of project) await cp(join(checkout, path), join(home, path), { recursive: true })
  for (const name of packages) {
    const from = join(checkout, 'packages', name)
    await cp(from, join(home, 'packages', name), { recursive: true, filter: (path) => !isLeftOut(path) })
  }
  await installPackages(home)
  for (const path of built) await cp(join(checkout, path), join(home, path), { recursive: true })
  for (const path of ['.npmrc', '.package-manager', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    await rm(join(home, path), { recursive: true })
  return home
}

/** What is there for developers alone is not installed, nor what a machine may do without: PostgreSQL and Node.js itself. */
async function installPackages(home: string): Promise<void> {
  const only = packages.flatMap((name) => ['--filter', `@cambio/${name}`])
  const options = ['--prod', '--no-optional', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts']
  await run(process.execPath, ['.package-manager/pnpm.mjs', 'install', ...options, ...only], home)
  // When it was installed, and where the packages were kept meanwhile.
  for (const name of [
    '.modules.yaml',
    '.pnpm-workspace-state-v1.json',
    '.pnpm-workspace-state.json',
    '.pnpm/lock.yaml',
  ])
    await rm(join(home, 'node_modules', name), { force: true })
  for await (const path of glob('packages/*/node_modules/.bin', { cwd: home }))
    await rm(join(home, path), { recursive: true })
  await rm(join(home, 'node_modules/.bin'), { recursive: true, force: true })
}

/** A package that the programs use, as it says of itself. */
export type UsedPackage = {
  readonly name: string
  readonly version: string
  readonly license: string | undefined
}

/** Every package below a folder that is not ours, each once, in the order of their names. */
export async function usedPackages(home: string): Promise<UsedPackage[]> {
  const found = new Map<string, UsedPackage>()
  for await (const path of glob('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: home })) {
    const said: unknown = JSON.parse(await readFile(join(home, path), 'utf8'))
    const used = usedOf(said)
    // A package's folder is named as it is; a link to it beside another one is the same package once more.
    if (used && dirname(path).endsWith(`/${used.name}`)) found.set(`${used.name}@${used.version}`, used)
  }
  return [...found.values()].toSorted((one, other) =>
    `${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1,
  )
}

function usedOf(said: unknown): UsedPackage | undefined {
  if (typeof said !== 'object' || said === null || !('name' in said) || !('version' in said)) return undefined
  const license = 'license' in said && typeof said.license === 'string' ? said.license : undefined
  return { name: String(said.name), version: String(said.version), license }
}

/** Puts Node.js itself into a root, as npm's package of this machine has it. */
export async function placeNode(root: string): Promise<void> {
  const target = join(root, 'usr/local/bin/node')
  await mkdir(dirname(target), { recursive: true })
  await cp(process.execPath, target, { dereference: true })
  if (basename(process.execPath) !== 'node')
    throw new Error('It is to be built by the Node.js of the checkout.')
}

/** The one user there is, who owns nothing, and where names of machines are looked up. */
export async function placeSystem(root: string): Promise<void> {
  await mkdir(join(root, 'etc'), { recursive: true })
  for (const folder of ['tmp', 'run', 'proc', 'dev', 'sys'])
    await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, 'etc/passwd'), 'cambio:x:10001:10001:cambio:/tmp:/none\n')
  await writeFile(join(root, 'etc/group'), 'cambio:x:10001:\n')
  await writeFile(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n')
}
