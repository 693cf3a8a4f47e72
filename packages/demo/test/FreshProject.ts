import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { hashOfSources } from '../src/hashOfSources.ts'
import { oneAtATime } from './oneAtATime.ts'

/** The repository. */
export const root = join(import.meta.dirname, '../../..')

/** A project of somebody else's, outside the repository, with packages installed in it. */
export type FreshProject = AsyncDisposable & {
  readonly folder: string
  readonly write: (file: string, text: string) => Promise<void>
  /** Runs a program inside the project and answers what it printed. @throws Error with all it printed when it fails */
  readonly run: (program: string, ...args: readonly string[]) => Promise<string>
}

/**
 * Makes a project that has some packages already, and installs ours in it by `npm install`, without any registry.
 * @param input.tarballs of our packages
 * @param input.beside folders of packages of others as they are installed here; what they depend on comes along
 */
export async function freshProject(input: {
  readonly tarballs: readonly string[]
  readonly beside: readonly string[]
}): Promise<FreshProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cambio-fresh-')))
  const run = (program: string, ...args: readonly string[]) => execute(program, args, folder)
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const versions = new Map<string, string>()
  for (const each of input.beside) await copyWithDependencies(each, join(folder, 'node_modules'), versions)
  const dependencies = Object.fromEntries(versions)
  await write('package.json', JSON.stringify({ name: 'fresh', private: true, type: 'module', dependencies }))
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', 'install', ...options, ...input.tarballs)
  return {
    folder,
    run,
    write,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/**
 * Packs one of our packages as its publisher does: by `npm pack`, which builds it first, in the package's own folder. Unit
 * and browser tests want the same tarballs: what was packed of the same sources is packed no second time.
 * Answers the tarball's path.
 */
export async function pack(name: string, into: string): Promise<string> {
  const folder = join(root, 'packages', name)
  return oneAtATime(join(folder, 'node_modules/.packing'), async () => {
    const packed = join(folder, 'node_modules/.packed')
    const ofThese = join(packed, await digestOfSources(folder))
    if (!existsSync(ofThese)) {
      await rm(packed, { recursive: true, force: true })
      const unfinished = join(packed, 'unfinished')
      await mkdir(unfinished, { recursive: true })
      await execute('npm', ['pack', '--pack-destination', unfinished], folder)
      await rename(unfinished, ofThese)
    }
    const [tarball = ''] = await readdir(ofThese)
    await cp(join(ofThese, tarball), join(into, tarball))
    return join(into, tarball)
  })
}

/** All that a tarball is made from: the package, `wire`, what is installed, and how it is built. */
async function digestOfSources(folder: string): Promise<string> {
  const entries = await readdir(root, { withFileTypes: true })
  const settings = entries.filter((entry) => entry.isFile()).map(({ name }) => join(root, name))
  const sources = await hashOfSources([...settings, folder, join(root, 'packages/wire')])
  return `${process.version}-${sources}`
}

const Package = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: z.optional(z.record(z.string(), z.string())),
})

/** Copies a package and, from where pnpm laid them beside it, the packages it depends on. Notes the version of each. */
async function copyWithDependencies(
  folder: string,
  into: string,
  versions: Map<string, string>,
): Promise<void> {
  const from = await realpath(folder)
  const {
    name,
    version,
    dependencies = {},
  } = Package.parse(JSON.parse(await readFile(join(from, 'package.json'), 'utf8')))
  if (versions.has(name)) return
  versions.set(name, version)
  const copy = join(into, name)
  await cp(from, copy, { recursive: true, filter: (path) => path !== join(from, 'node_modules') })
  const neighbours = from.slice(0, -name.length)
  for (const other of Object.keys(dependencies))
    await copyWithDependencies(join(neighbours, other), into, versions)
}

async function execute(program: string, args: readonly string[], folder: string): Promise<string> {
  const failed = (error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}${error.stderr}`, { cause: error })
  }
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder }).catch(failed)
  return stdout
}
