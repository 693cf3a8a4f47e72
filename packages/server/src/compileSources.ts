import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/*
 * Compiles all modules of the folders that it is given, and what they import, and runs none of them. A build does this, so
 * that no program ever loads what strips types, which takes 16 MB until the program ends.
 */

/** A name that no module exports. */
const NOT_THERE = 'notThere'

const folders = process.argv.slice(2)
const sources = folders
  .flatMap((folder) => globSync(`${folder}/**/*.ts`))
  .filter((path) => !/\.(test|d)\.ts$/.test(path))
const cache = getCompileCacheDir()
if (cache !== undefined && !isCompiled(cache)) await compile(cache)

/** Whether the same sources were compiled before, by this version of node. */
function isCompiled(folder: string): boolean {
  try {
    return readFileSync(join(folder, 'compiled'), 'utf8') === stateOfSources()
  } catch {
    return false
  }
}

function stateOfSources(): string {
  return JSON.stringify(sources.map((path) => [path, statSync(path).mtimeMs]))
}

async function compile(folder: string): Promise<void> {
  await import(moduleThatCannotRun(sources)).catch((error: unknown) => {
    if (!(error instanceof SyntaxError && error.message.includes(NOT_THERE))) throw error
  })
  flushCompileCache()
  writeFileSync(join(folder, 'compiled'), stateOfSources())
}

/** Node compiles a module and all that it imports, and then refuses to run any of it where a name is missing. */
function moduleThatCannotRun(paths: readonly string[]): string {
  const imports = paths.map((path) => `import '${pathToFileURL(path).href}'\n`).join('')
  return `data:text/javascript,${encodeURIComponent(`${imports}import { ${NOT_THERE} } from 'data:text/javascript,'`)}`
}
