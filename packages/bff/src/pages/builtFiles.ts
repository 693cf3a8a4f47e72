import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFontFiles, type FontFiles } from '@cambio/server/http/fontFiles.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { FirstScreen } from '@cambio/wire/widget/Opening.ts'
import { readBuiltFile, type BuiltFile } from './BuiltFile.ts'
import { guideFiles, type GuideFiles } from './guide/guideFiles.ts'

/**
 * The files that browsers load: the widget's page and assets and the partner's script, read once at start; and the
 * guide.
 */
export type BuiltFiles = {
  readonly index: BuiltFile
  /** By their name below `/widget/assets/`; nothing outside this map is ever read. */
  readonly assets: ReadonlyMap<string, BuiltFile>
  /** Loaded with the first page: an exchange that shows no widget does not need it. */
  readonly firstScreen: () => Promise<FirstScreen>
  readonly loader: BuiltFile
  /** The loaders of former releases, which pages may have pinned. */
  readonly formerLoaders: readonly BuiltFile[]
  readonly guide: GuideFiles
  /** By their names below `/widget/fonts/`. */
  readonly fonts: FontFiles
}

/** @throws StartRefused if the packages have not been built */
export async function readBuiltFiles(folders: {
  widget: string
  embed: string
  guide: string
}): Promise<BuiltFiles> {
  try {
    const names = (await readdir(join(folders.widget, 'assets'))).filter((name) => !name.endsWith('.br'))
    const assets = await Promise.all(
      names.map(async (name) => [name, await readBuiltFile(join(folders.widget, 'assets', name))] as const),
    )
    return {
      index: await readBuiltFile(join(folders.widget, 'index.html')),
      assets: new Map(assets),
      firstScreen: await firstScreenIn(join(folders.widget, 'server/firstScreen.js')),
      loader: await readBuiltFile(join(folders.embed, 'loader.js')),
      formerLoaders: await formerLoadersIn(join(folders.embed, '../published')),
      guide: guideFiles(folders.guide),
      fonts: readFontFiles(),
    }
  } catch (error) {
    throw new StartRefused('The widget and the loader have not been built: run "pnpm run build" first.', {
      cause: error,
    })
  }
}

/** Loads a program of the build; `FirstScreen` is its whole contract. */
async function firstScreenIn(path: string): Promise<() => Promise<FirstScreen>> {
  await access(path)
  return async () => {
    const built: { firstScreen: FirstScreen } = await import(pathToFileURL(path).href)
    return built.firstScreen
  }
}

async function formerLoadersIn(folder: string): Promise<readonly BuiltFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  return Promise.all(names.map((name) => readBuiltFile(join(folder, name))))
}
