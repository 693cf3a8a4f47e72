import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'
import browser from '../browser/package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))
const version = browser.dependencies['@sparticuz/chromium']

/**
 * No test stays on a page for so long that compiling its scripts once more, to the fastest code, comes back; and what is
 * drawn without a graphics processor needs no process of its own.
 */
const LESS_WORK = ['--js-flags=--no-opt', '--in-process-gpu']

/**
 * How to launch the browser of the tests. On Linux x64 it is the Chromium inside an npm package, so that nothing has
 * to be installed; elsewhere, or with CHROMIUM_PATH, a browser that is there. The package recommends arguments that
 * switch web security and site isolation off: none of them is used, since the walls between the pages are what is
 * tested.
 */
export function chromium(): LaunchOptions {
  const own = process.env['CHROMIUM_PATH']
  if (own !== undefined) return { executablePath: own, args: ['--no-sandbox'] }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const folder = unpacked()
  const executablePath = join(folder, 'chromium')
  return {
    executablePath,
    args: ['--no-sandbox', '--headless=shell', ...LESS_WORK],
    env: {
      ...inherited(),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      ...(runs(executablePath) ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
    },
  }
}

/**
 * The folder with the package's archives unpacked: once per version and user, first beside its place and then moved
 * there, so that two runs at once never meet half a browser. The package is installed for that alone.
 */
function unpacked(): string {
  const folder = join(tmpdir(), `cambio-browser-${version}-${process.getuid?.()}`)
  if (existsSync(folder)) return folder
  const draft = mkdtempSync(`${folder}.`)
  call('.package-manager/pnpm.mjs', [
    '--dir',
    'e2e/browser',
    '--ignore-workspace',
    'install',
    '--frozen-lockfile',
  ])
  call('e2e/browser/unpack.mjs', [], { TMPDIR: draft })
  writeFileSync(
    join(draft, 'fonts.conf'),
    `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  )
  try {
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true, force: true }) // Another run was faster.
  }
  return folder
}

function call(script: string, words: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, ...variables }
  execFileSync(process.execPath, [script, ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Whether the machine has the libraries that the browser asks for; a bare one does not, so the package brings them. */
function runs(executable: string): boolean {
  try {
    execFileSync(executable, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
