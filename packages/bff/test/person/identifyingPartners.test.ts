import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

/* What may be paid in for real money by somebody of whom nothing is verified, and for which partners. */

let rig: Rig
beforeAll(async () => {
  rig = await openRig({ mode: 'live' })
})
afterAll(() => rig.close())

const cap = 'caps.sepa.unverifiedEurCents'
const run = (...words: string[]) => rig.runCommand(...words)
const json = async (...words: string[]) => {
  const { output } = await run(...words, '--json')
  return JSON.parse(output) as unknown
}

describe('a cap of “unverified” in live', () => {
  test('a cap of “unverified” in live is 0 for every way to pay, and needs no setting', async () => {
    for (const group of ['card', 'crypto', 'sepa'])
      expect(await json('tariff', 'show', `caps.${group}.unverifiedEurCents`)).toMatchObject({
        settings: [{ value: '0', standard: '0', set_for: null }],
      })
  })

  test('a cap of “unverified” in live is raised only with a reason, whichever settings are set beside it', async () => {
    for (const words of [
      [cap, '900'],
      ['spreadBps', '60', '--and', `${cap}=900`],
      ['caps.card.unverifiedEurCents', '1'],
    ])
      expect(await run('tariff', 'set', ...words)).toMatchObject({
        ok: false,
        output: expect.stringMatching(/unverifiedEurCents .*say why with --reason/),
      })
    expect(await json('tariff', 'history')).toEqual({ changes: [] })
    const others = ['email_phone', 'basic', 'identity', 'address', 'bank_statement'].flatMap((level) => [
      '--and',
      `caps.sepa.${level}EurCents=1500000`,
    ])
    expect(await run('tariff', 'set', cap, '900', ...others, '--reason', 'agreed')).toMatchObject({
      ok: true,
    })
    expect(await json('tariff', 'history', cap)).toMatchObject({
      changes: [{ value: '900', value_before: '0', made_by: 'ada', reason: 'agreed' }],
    })
  })

  test('a cap of “unverified” in live goes back to 0 without a reason', async () => {
    expect(await run('tariff', 'set', cap, '0')).toMatchObject({ ok: true })
    expect(await run('tariff', 'set', cap, 'default')).toMatchObject({ ok: true })
  })
})

describe('a partner that identifies its own clients', () => {
  test('a partner in live is marked as identifying its clients only with a reason, kept with its author, and shown', async () => {
    expect(await json('partner', 'show', 'SHOP')).toMatchObject({ identifies_clients: false })
    const yes = ['partner', 'update', 'SHOP', '--identifies-clients', 'yes']
    expect(await run(...yes)).toMatchObject({ ok: false, output: expect.stringContaining('--reason') })
    expect(await json('partner', 'show', 'SHOP')).toMatchObject({ identifies_clients: false, acts: [] })
    expect(await run(...yes, '--reason', 'They showed us how')).toMatchObject({ ok: true })
    expect(await json('partner', 'show', 'SHOP')).toMatchObject({
      identifies_clients: true,
      acts: [
        {
          act: 'update',
          actor: 'ada',
          reason: 'They showed us how',
          detail: { identifies_clients: { before: false, after: true } },
        },
      ],
    })
    const list = await run('partner', 'list')
    expect(list.output).toMatch(/SHOP {2}identifies its own clients/)
    expect(list.output).not.toMatch(/RIVAL {2}identifies/)
    expect(await json('partner', 'list')).toMatchObject({
      partners: expect.arrayContaining([
        expect.objectContaining({ name: 'RIVAL', identifies_clients: false }),
      ]),
    })
  })

  test('a partner’s mark of identifying its clients is taken back without a reason', async () => {
    expect(await run('partner', 'update', 'SHOP', '--identifies-clients', 'no')).toMatchObject({ ok: true })
    expect(await json('partner', 'show', 'SHOP')).toMatchObject({ identifies_clients: false })
  })
})
