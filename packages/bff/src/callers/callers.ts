import type { Caller } from '@cambio/wire/http/route.ts'
import { anyone } from './anyone.ts'
import { buyer } from './buyer.ts'
import type { CallerEntry } from './CallerEntry.ts'
import { client } from './client.ts'
import { partner } from './partner.ts'
import { widget } from './widget.ts'

/** Every caller of the API by its name in the contract. The door and the reference know callers from here alone. */
export const callers = { anyone, partner, client, widget, buyer } as const satisfies Readonly<
  Record<Caller, CallerEntry<object>>
>

/** What a handler receives about its caller: the result of that caller's authenticator. */
export type IdentityOf<Name extends Caller> = Awaited<
  ReturnType<ReturnType<(typeof callers)[Name]['authenticator']>>
>
