import { join } from 'node:path'
import { run, tool } from './tool.ts'

const folder = join(import.meta.dirname, '../kubernetes')

/** Has kustomize put the manifests together. What each says is held against its schema by “npm test”. */
export async function checkKustomize(): Promise<string> {
  const kubectl = tool('kubectl', 'kubernetes-client')
  const manifests = (await run(kubectl, ['kustomize', folder])).split(/^---$/m)
  const kinds = manifests.map((manifest) => /^kind: (\w+)$/m.exec(manifest)?.[1] ?? 'nothing')
  if (kinds.length < 10 || kinds.includes('nothing'))
    throw new Error(`kustomize made ${kinds.join(', ')} of them.`)
  return `${kinds.length} manifests.`
}
