import type { AddressFault } from '@cambio/wire/AddressFault.ts'
import type { Failure } from '../api/Failure.ts'
import { oneOf, shape } from '../api/shape.ts'
import type { Say } from '../text.ts'

const texts = {
  other_network: 'address.otherNetwork',
  checksum: 'address.checksum',
  length: 'address.length',
  form: 'address.invalid',
  unpayable: 'address.unpayable',
  tag_inside: 'address.tagInside',
} as const satisfies Record<AddressFault, string>

/** The message at the field of an address that cannot be paid to, or was refused. */
export function addressTrouble(say: Say, fault: AddressFault, network: string): string {
  const key = texts[fault]
  return key === 'address.otherNetwork' || key === 'address.invalid' ? say(key, { network }) : say(key)
}

/** What a refusal says is wrong with the address; only that it is invalid where it says no more. */
export function faultIn({ problem }: Failure): AddressFault {
  return AddressInvalid.safeParse(problem).data?.fault ?? 'form'
}

const AddressInvalid = shape<{ fault: AddressFault }>({ fault: oneOf(...Object.keys(texts)) })
