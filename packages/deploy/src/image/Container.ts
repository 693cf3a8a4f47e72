import { spawn, type ChildProcess } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { run, tool } from '../tool.ts'
import { imageVariables } from './buildImage.ts'

/** A way to run the programs of an image. */
export type Container = {
  /** What runs them, in words. */
  readonly by: string
  /** Starts Node.js in it with these words, as the user of the image. */
  start(variables: Readonly<Record<string, string>>, words: readonly string[]): ChildProcess
  /** Sends TERM to the program inside. */
  terminate(child: ChildProcess): Promise<void>
  close(): Promise<void>
}

const NODE = '/usr/local/bin/node'

/** The image as buildah takes and configures it: the user, the folder and the variables are those that the image names. */
export async function buildahContainer(layout: string, folder: string): Promise<Container> {
  const buildah = tool('buildah', 'buildah')
  const store = [
    '--root',
    join(folder, 'store'),
    '--runroot',
    join(folder, 'running'),
    '--storage-driver',
    'vfs',
  ]
  // buildah names the image after the path as it is given, and refuses a name with capital letters.
  const from = ['from', '--quiet', `oci:${basename(layout)}`]
  const name = (await run(buildah, [...store, ...from], dirname(layout))).trim()
  return {
    by: 'buildah',
    start(variables, words) {
      const settings = Object.entries(variables).map(([key, value]) => `--env=${key}=${value}`)
      const options = ['--isolation=chroot', '--mount=type=tmpfs,destination=/tmp', ...settings]
      return spawn(buildah, [...store, 'run', ...options, name, '--', NODE, ...words], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    },
    // buildah passes no signal on.
    terminate: async ({ pid }) => void process.kill(await innermost(pid), 'SIGTERM'),
    close: async () => void (await run(buildah, [...store, 'rm', name])),
  }
}

/** The image's files as another root. */
export function changedRoot(root: string): Container {
  const options = [`--root=${root}`, '--wd=/opt/cambio', '--setgid=10001', '--setuid=10001']
  return {
    by: 'unshare',
    start: (variables, words) =>
      spawn(tool('unshare', 'util-linux'), [...options, NODE, ...words], {
        env: { ...imageVariables, ...variables },
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    terminate: async (child) => void child.kill('SIGTERM'),
    close: async () => {},
  }
}

/** The process that starts no other, below one whose every process starts one at most. */
async function innermost(pid: number | undefined): Promise<number> {
  const lists = await Array.fromAsync(glob(`/proc/${pid}/task/*/children`), (path) => readFile(path, 'utf8'))
  const [child] = lists.join('').split(' ')
  return child ? innermost(Number(child)) : Number(pid)
}
