import { execFile } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Launched } from '../src/launch.ts'

type Source = {
  /** Below the folder of all packages. */
  readonly folder: string
  /** The package whose build is made anew first. */
  readonly builds?: string
  readonly programs: readonly ('exchange' | 'cards')[]
}

const sources: readonly Source[] = [
  ...['bff/src', 'exchange/src', 'rails/src'].map((folder) => ({ folder, programs: ['exchange'] as const })),
  ...['server/src', 'wire/src'].map((folder) => ({ folder, programs: ['exchange', 'cards'] as const })),
  { folder: 'cards/src', programs: ['cards'] },
  { folder: 'cards/frame', builds: 'cards', programs: ['cards'] },
  { folder: 'embed/src', builds: 'embed', programs: ['exchange'] },
]

/** An editor writes a file in several steps, and a change of branch writes many, milliseconds. */
const SETTLED_MS = 100

/**
 * Starts a program again when one of its sources changes, and makes what is built of them anew.
 * @param options.packages the folder of all packages
 */
export function watchSources({
  restart,
  print,
  packages = fileURLToPath(new URL('../..', import.meta.url)),
}: Pick<Launched, 'restart'> & { print: (sentence: string) => void; packages?: string }): { close(): void } {
  const waiting = new Map<Source, NodeJS.Timeout>()
  const watchers = sources.map((source) =>
    watch(join(packages, source.folder), { recursive: true }, (_, name) => {
      if (name === null || /\.test\.tsx?$|~$|(^|\/)\./.test(name)) return
      clearTimeout(waiting.get(source))
      waiting.set(
        source,
        setTimeout(() => void changed(source, name), SETTLED_MS),
      )
    }),
  )

  async function changed({ folder, builds, programs }: Source, name: string): Promise<void> {
    try {
      if (builds !== undefined) await build(join(packages, builds), folder)
    } catch (error) {
      print(`packages/${folder}/${name} changed, and ${builds} cannot be built: ${String(error)}`)
      return
    }
    for (const program of programs) restart(program, `packages/${folder}/${name} changed.`)
  }

  return {
    close() {
      for (const timer of waiting.values()) clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** Builds a package as its own `build` does. */
async function build(folder: string, source: string): Promise<void> {
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  const root = source === 'cards/frame' ? ['frame'] : []
  await promisify(execFile)(process.execPath, [vite, 'build', ...root], { cwd: folder })
}
