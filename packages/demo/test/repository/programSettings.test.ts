import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { programVariables } from '@cambio/server/settings/programVariables.ts'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** All that says how a program is started. The image has the variables by code, and Compose and Kubernetes run it. */
const starts = [
  ['package.json', ['variables', 'arguments']],
  ['packages/guide/pages/operating/run.md', ['variables', 'arguments']],
  ['packages/deploy/systemd/cambio-exchange.service', ['variables', 'arguments']],
  ['packages/deploy/systemd/cambio-cards.service', ['variables', 'arguments']],
  ['packages/deploy/src/image/buildImage.ts', ['arguments']],
  ['packages/deploy/compose/compose.yaml', ['arguments']],
  ['packages/deploy/kubernetes/exchange.yaml', ['arguments']],
  ['packages/deploy/kubernetes/cards.yaml', ['arguments']],
] as const

const settings = {
  variables: Object.entries(programVariables).map(([name, value]) => `${name}=${value}`),
  arguments: programArguments.filter((each) => /=\d+$/.test(each)),
}

test.each(starts)('%s starts a program with the settings that are measured', async (file, kinds) => {
  const text = await readFile(join(root, file), 'utf8')
  const given = text.match(/MALLOC_\w+=\d+|--(?:max|v8)-[a-z-]+=\d+/g) ?? []
  const wanted = kinds.flatMap((kind) => settings[kind])
  expect([...new Set(given)].toSorted()).toEqual(wanted.toSorted())
})
