import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const packages = fileURLToPath(new URL('../../packages', import.meta.url))
const widget = join(packages, 'widget')
/** Its script, as long as it is placed. */
export const bareReactScript = join(widget, 'dist/assets/bare.js')
/** The guide's pages are those that the exchange sends as they were built, under a policy that lets them run scripts. */
const page = join(packages, 'guide/dist/bare.html')
const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Bare React</title>
    <script type="module" src="/widget/assets/bare.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`

/** Where the exchange serves it. */
export const bareReactPath = '/guide/bare'

/**
 * Puts a page of React and one heading among what was built, for an exchange that starts after this.
 * @returns what takes it away again
 */
export async function placeBareReact(): Promise<() => Promise<void>> {
  const vite = join(widget, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--config', 'bench/vite.config.ts'], {
    cwd: widget,
  })
  await writeFile(page, html)
  return async () => {
    await Promise.all([bareReactScript, page].map((file) => rm(file)))
  }
}
