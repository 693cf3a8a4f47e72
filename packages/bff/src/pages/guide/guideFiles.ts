import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readBuiltFile, type BuiltFile } from '../BuiltFile.ts'

/** A page of the guide, or a file that it loads. */
export type GuideFile = BuiltFile & {
  /** Hashes of its inline scripts, as a Content-Security-Policy names them. */
  readonly scripts: readonly string[]
}

export type GuideFiles = {
  /**
   * The file at a path below `/guide/`; pages have no extension there. Undefined if there is none.
   * @returns `unbuilt` while the guide is being built
   */
  find(path: string): Promise<GuideFile | 'unbuilt' | undefined>
}

type Build = {
  readonly stamp: string
  /** Paths below the folder; nothing outside this set is ever read. */
  readonly names: ReadonlySet<string>
  readonly files: Map<string, Promise<GuideFile>>
}

/**
 * The built guide in a folder. Each file is read when it is first requested. The sandbox starts before its guide is
 * built, and a newly built guide replaces the former one.
 */
export function guideFiles(folder: string): GuideFiles {
  let build: Build | undefined
  return {
    async find(path) {
      const stamp = await readFile(join(folder, 'built'), 'utf8').catch(() => undefined)
      if (stamp === undefined) return 'unbuilt'
      if (build?.stamp !== stamp) build = { stamp, names: await namesIn(folder), files: new Map() }
      const { names, files } = build
      const name = [path, `${path}.html`, `${path}index.html`].find((each) => names.has(each))
      if (name === undefined) return undefined
      const file = files.get(name) ?? read(join(folder, name))
      files.set(name, file)
      return file
    },
  }
}

async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Set(files.map((entry) => relative(folder, join(entry.parentPath, entry.name))))
}

async function read(path: string): Promise<GuideFile> {
  const file = await readBuiltFile(path)
  const text = file.type.startsWith('text/html') ? Buffer.from(file.plain).toString() : ''
  const scripts = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return { ...file, scripts }
}
