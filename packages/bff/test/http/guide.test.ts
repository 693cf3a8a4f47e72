import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { guideFiles } from '../../src/pages/guide/guideFiles.ts'
import { files, openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

describe('the guide', () => {
  test('the guide is found by its name, and its pages by theirs', async () => {
    const { status, headers } = await rig.send('GET', '/guide')
    expect([status, headers.get('location')]).toEqual([308, '/guide/'])
    for (const path of ['/guide/', '/guide/start/first-order', '/guide/widget/csp', '/guide/operating/coins'])
      expect([path, (await rig.send('GET', path)).status]).toEqual([path, 200])
    for (const path of ['/guide/nothing', '/guide/../package.json', '/guide/%2e%2e/package.json'])
      expect([path, (await rig.send('GET', path)).status]).toEqual([path, 404])
    const missing = await rig.send('GET', '/guide/nothing')
    expect(missing.text).toContain('href="/guide/"')
    expect(missing.text).not.toContain('shop')
  })

  test('the guide runs no script and takes no style that its policy does not name', async () => {
    const { text, headers } = await rig.send('GET', '/guide/start/first-order')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|wasm/)
    const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)]
    expect(inline.length).toBeGreaterThan(0)
    for (const [, script = ''] of inline)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(text).not.toMatch(/<style|\sstyle="|\son\w+="/)
  })

  test('the guide loads nothing from any other host', async () => {
    const { text } = await rig.send('GET', '/guide/')
    expect([...text.matchAll(/(?:src|<link[^>]*href)="(?:https?:)?\/\/[^"]*"/g)]).toEqual([])
  })

  test('the guide lets a browser keep files that are named by their content', async () => {
    const { text, headers } = await rig.send('GET', '/guide/')
    const [, script = ''] = /"(\/guide\/assets\/app\.[^"]+\.js)"/.exec(text) ?? []
    expect(headers.get('cache-control')).not.toContain('immutable')
    expect((await rig.send('GET', script)).headers.get('cache-control')).toContain('immutable')
  })

  test('the guide says that it is being built until it is built', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cambio-guide-'))
    try {
      const app = createApp(rig.exchange, { ...files, guide: guideFiles(folder) })
      await writeFile(join(folder, 'index.html'), 'half a guide')
      const early = await app.request('/guide/')
      expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2'])
      const said = await early.text()
      expect(said).not.toContain('http-equiv="refresh"')
      const [, script = ''] = /<script src="([^"]+)"/.exec(said) ?? []
      expect(await (await app.request(script)).text()).toContain('location.reload()')
      await writeFile(join(folder, 'index.html'), 'a guide')
      await writeFile(join(folder, 'built'), 'first')
      expect(await (await app.request('/guide/')).text()).toBe('a guide')
      await writeFile(join(folder, 'index.html'), 'another guide')
      await writeFile(join(folder, 'built'), 'second')
      expect(await (await app.request('/guide/')).text()).toBe('another guide')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
