import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readBuiltFile, type BuiltFile } from '../BuiltFile.ts'

/** A page of the guide, or something that it loads. */
export type GuideFile = BuiltFile & {
  /** Hashes of the scripts in its own text, as a Content-Security-Policy names them. */
  readonly scripts: readonly string[]
}

export type GuideFiles = {
  /**
   * The file at a path below `/guide/`; a page has no ending there. Undefined where there is none.
   * @returns `unbuilt` while the guide is being built
   */
  find(path: string): Promise<GuideFile | 'unbuilt' | undefined>
}

type Build = {
  readonly stamp: string
  /** By path below the folder; nothing outside this set is ever looked for. */
  readonly names: ReadonlySet<string>
  readonly files: Map<string, Promise<GuideFile>>
}

/**
 * The guide as it was built into a folder, each file read when it is first asked for. The sandbox is up before its guide
 * is built, and a guide that is built anew takes the place of the one before.
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
