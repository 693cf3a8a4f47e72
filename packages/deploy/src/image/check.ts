import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { run, tool } from '../tool.ts'
import { buildImage, type BuiltImage } from './buildImage.ts'
import { checkBill } from './checkBill.ts'
import { buildahContainer, changedRoot, type Container } from './Container.ts'
import { runImage } from './runImage.ts'
import { unpackLayout } from './unpackLayout.ts'

/*
 * “pnpm check:image”: builds the image twice, in two folders, and holds it to what is promised of it. Then both programs are
 * run out of it on a PostgreSQL, as a user who owns nothing: by buildah, and without a container engine.
 */

const MOST_BYTES = 200e6
/** What nobody who breaks in shall find. */
const unwanted = /(^|\/)(sh|bash|dash|busybox|apt|apt-get|dpkg|npm|npx|pnpm|corepack|curl|wget)$/

const folder = await mkdtemp(join(tmpdir(), 'cambio-image-'))
await chmod(folder, 0o711) // PostgreSQL runs as a user of its own, who passes through.
try {
  const cache = join(folder, 'packages')
  const built = await buildImage(join(folder, 'one'), cache)
  const again = await buildImage(join(folder, 'another/place'), cache)
  say('reproducible', reproducible(built, again))
  say('size', size(built))
  const root = join(folder, 'container')
  await unpackLayout(built.layout, root)
  say('content', await content(root))
  say('bill', await checkBill(await readFile(join(root, 'opt/cambio/sbom.cdx.json'), 'utf8')))
  for (const container of await containers(built.layout, root)) {
    say('running', await runImage(container, join(folder, `data-of-${container.by}`)))
    await container.close()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** As a container engine has it, where there is one, and as another root. */
async function containers(layout: string, root: string): Promise<readonly Container[]> {
  if (process.getuid?.() !== 0) throw new Error('Only root enters another root: run it as root.')
  await chmod(join(root, 'tmp'), 0o1777) // A container has a file system of its own there.
  return [changedRoot(root), await buildahContainer(layout, join(folder, 'buildah'))]
}

function say(what: string, found: string): void {
  process.stdout.write(`good  ${what}: ${found}\n`)
}

function reproducible({ digest }: BuiltImage, again: BuiltImage): string {
  if (digest !== again.digest) throw new Error(`Two builds gave ${digest} and ${again.digest}.`)
  return `two builds gave ${digest}.`
}

function size({ bytes }: BuiltImage): string {
  if (bytes > MOST_BYTES) throw new Error(`It has ${bytes} bytes, and ${MOST_BYTES} is the most.`)
  return `${(bytes / 1e6).toFixed(1)} MB compressed.`
}

/** Nothing to call that is no program of ours, nothing that gains rights, and nothing that its user could write. */
async function content(root: string): Promise<string> {
  const find = async (...what: string[]) =>
    (await run(tool('find', 'findutils'), [root, '-mindepth', '1', ...what, '-printf', '%P\\n']))
      .split('\n')
      .slice(0, -1)
  const paths = await find()
  const found = paths.filter((path) => unwanted.test(path))
  if (found.length > 0) throw new Error(`It holds ${found.join(', ')}.`)
  const open = await find('!', '-type', 'l', '-perm', '/6022')
  if (open.length > 0) throw new Error(`These can be written by others, or gain rights: ${open.join(', ')}.`)
  return `${paths.length} files, without a shell or a package manager, none of which its user may write.`
}
