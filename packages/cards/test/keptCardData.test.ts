import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dumped } from './dumped.ts'
import { openRig, saleFields, visa, type Rig } from './rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

describe('the stored marks of a card', () => {
  /** The fingerprints of one and the same SALE: its card's and its request's. */
  async function fingerprintsAt({ sale, owner }: Rig): Promise<readonly string[]> {
    expect((await sale({ req_token: 'Y' })).body['result']).toBe('SUCCESS')
    const rows = await owner.query<{ fingerprint: string }>(
      statement(`select encode(fingerprint, 'hex') as fingerprint from vault_card
                 union all select encode(fingerprint, 'hex') from transaction`),
    )
    return rows.map(({ fingerprint }) => fingerprint)
  }

  test('a stored mark of a card comes of a key of this platform, so that nobody without it can try numbers', async () => {
    const ours = await fingerprintsAt(rig)
    const other = await openRig()
    const theirs = await fingerprintsAt(other)
    await other.close()
    expect(ours).toHaveLength(2)
    expect(new Set([...ours, ...theirs]).size).toBe(4)
  })

  test('a stored mark of a card depends on keys of 256 bits', async () => {
    await rig.sale({ req_token: 'Y' })
    const rows = await rig.owner.query<{ sealed: number; wrapped: number }>(
      statement(
        `select octet_length(sealed) as sealed, octet_length(wrapped_key) as wrapped from platform_key`,
      ),
    )
    expect(rows).toHaveLength(7)
    // A nonce of 12 bytes, a tag of 16, and the key.
    for (const row of rows) expect(row).toEqual({ sealed: 12 + 16 + 32, wrapped: 12 + 16 + 32 })
  })
})

describe('tracks and PINs', () => {
  const track1 = '%B5555555555554444^DOE/JANE^38011011000000123000000?'
  const track2 = ';5555555555554444=38011011000012300000?'
  const pin = '904290429042'
  const pinBlock = 'b3a1c0ffee123456'

  test('tracks and PINs are taken by no field: whatever a request calls them, nothing of them is kept', async () => {
    const names = {
      [track1]: ['track1', 'track_1', 'card_track1', 'card_track1_data'],
      [track2]: ['track2', 'track_2', 'card_track2', 'card_track2_data', 'card_track2_equivalent'],
      [pin]: ['pin', 'card_pin', 'payer_pin'],
      [pinBlock]: ['pin_block', 'card_pin_block'],
    }
    const fields = Object.entries(names).flatMap(([value, called]) => called.map((name) => [name, value]))
    const sale = await rig.sale({ ...Object.fromEntries(fields), req_token: 'Y' })
    expect(sale.body).toMatchObject({ result: 'SUCCESS', card: '411111******1111' })
    rig.pass(1000)
    await rig.settle()
    const everything = JSON.stringify([await dumped(rig), sale.body, rig.inbox])
    for (const value of Object.keys(names)) {
      expect(everything).not.toContain(value)
      expect(everything).not.toContain(Buffer.from(value).toString('hex'))
    }
  })

  test.each(['order_id', 'order_description', 'payer_address', 'payer_address2', 'term_url_target'])(
    'a track of the card itself has its SALE refused where it stands in %s',
    async (field) => {
      for (const track of [track1, track2]) {
        const value = track.replace('5555555555554444', visa)
        const { status, body } = await rig.send(saleFields({ [field]: value }))
        expect(status).toBe(400)
        expect(body['errors']).toMatchObject([{ error_message: `${field}: This value is not valid.` }])
      }
      expect(await rig.owner.query(statement('select from transaction'))).toEqual([])
    },
  )
})
