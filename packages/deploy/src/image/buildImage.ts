import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { programVariables } from '@cambio/server/settings/programVariables.ts'
import { VERSION } from '@cambio/server/version.ts'
import { basePackages, unpackBase } from './basePackages.ts'
import { writeLayout } from './imageLayout.ts'
import { placeNode, placePrograms, placeSystem, usedPackages } from './programFiles.ts'
import { softwareBill } from './softwareBill.ts'
import { STRIPPED, stripSources } from './stripSources.ts'

/** An image that was built. */
export type BuiltImage = {
  /** Its files, as a container has them. */
  readonly root: string
  readonly layout: string
  readonly bill: string
  readonly digest: string
  /** Compressed. */
  readonly bytes: number
}

const HOME = 'opt/cambio'

/** The variables that each program of the image has. */
export const imageVariables = {
  PATH: '/usr/local/bin',
  NODE_ENV: 'production',
  NODE_OPTIONS: `--import=/${HOME}/${STRIPPED}`,
  DATA_DIR: '/tmp/cambio',
  ...programVariables,
}

/** How the programs are started: as the exchange, unless other words are given. */
const config = {
  User: '10001:10001',
  WorkingDir: `/${HOME}`,
  Env: Object.entries(imageVariables).map(([name, value]) => `${name}=${value}`),
  Entrypoint: ['/usr/local/bin/node'],
  Cmd: [
    '--max-semi-space-size=4',
    '--max-old-space-size=256',
    '--v8-pool-size=1',
    '--no-allocation-site-pretenuring',
    'packages/bff/src/main.ts',
  ],
  ExposedPorts: { '8787/tcp': {}, '8789/tcp': {} },
  Labels: {
    'org.opencontainers.image.title': 'Cambio',
    'org.opencontainers.image.version': VERSION,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  },
}

/**
 * Builds the image of both programs: Node.js and the libraries that it stands on in one layer, the programs and the guide in
 * another. There is no shell and no package manager in it. The checkout has to be built.
 * @param folder where it is built; what an earlier build left there is removed
 * @param cache where Debian's packages are kept between two builds
 */
export async function buildImage(folder: string, cache: string): Promise<BuiltImage> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The image is built on Linux with an x86-64 processor.')
  await rm(folder, { recursive: true, force: true })
  const [root, layout] = [join(folder, 'root'), join(folder, 'layout')]
  await mkdir(root, { recursive: true })
  await unpackBase(root, cache)
  await placeSystem(root)
  await placeNode(root)
  const home = await placePrograms(root)
  await stripSources(home)
  const used = await usedPackages(home)
  const bill = softwareBill({ version: VERSION, nodeVersion: process.version, base: basePackages, used })
  await writeFile(join(home, 'sbom.cdx.json'), bill)
  await writeFile(join(folder, 'sbom.cdx.json'), bill)
  const parts = [{ without: 'opt' }, { only: `./${HOME}` }]
  const built = await writeLayout(layout, { root, parts, name: VERSION, config })
  return { root, layout, bill: join(folder, 'sbom.cdx.json'), ...built }
}
