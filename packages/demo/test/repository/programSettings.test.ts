import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { programVariables } from '@cambio/server/settings/programVariables.ts'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * All that says how programs are started, and how often each kind of setting is in it: once for each program, or exported
 * once for both. The image has the variables by code, and Compose and Kubernetes run it.
 */
const starts = [
  ['package.json', { variables: 2, arguments: 2 }],
  ['packages/guide/pages/operating/run.md', { variables: 1, arguments: 2 }],
  ['packages/deploy/systemd/cambio-exchange.service', { variables: 1, arguments: 1 }],
  ['packages/deploy/systemd/cambio-cards.service', { variables: 1, arguments: 1 }],
  ['packages/deploy/src/image/buildImage.ts', { variables: 0, arguments: 1 }],
  ['packages/deploy/compose/compose.yaml', { variables: 0, arguments: 2 }],
  ['packages/deploy/kubernetes/exchange.yaml', { variables: 0, arguments: 1 }],
  ['packages/deploy/kubernetes/cards.yaml', { variables: 0, arguments: 1 }],
] as const

const settings = {
  variables: Object.entries(programVariables).map(([name, value]) => `${name}=${value}`),
  arguments: programArguments.filter((each) => each.startsWith('--') && each !== '--import'),
}

test.each(starts)('%s starts each program with the settings that are measured', async (file, times) => {
  const text = await readFile(join(root, file), 'utf8')
  const given = text.match(/MALLOC_\w+=\d+|--(?:max|v8)-[a-z-]+=\d+|--no-allocation[a-z-]+/g) ?? []
  const wanted = (['variables', 'arguments'] as const).flatMap((kind) =>
    Array.from({ length: times[kind] }, () => settings[kind]).flat(),
  )
  expect(given.toSorted()).toEqual(wanted.toSorted())
})
