import { contract } from '@cambio/wire/http/contract.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import {
  AttemptDeclined,
  CallbackV1,
  CallbackV2,
  CodeCallback,
  LockedCallback,
} from '@cambio/wire/partner/Callback.ts'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import type { Html } from '../../../pages/Page.ts'
import { callbackHeaders } from '../../callbackHeaders.ts'
import { callbackPromise } from '../../callbackPromise.ts'
import { answerOf } from '../../examples.ts'
import { codePanel } from '../codePanel.ts'
import { fieldSection } from '../fieldSection.ts'
import { named } from '../named.ts'
import { meaningList, section } from './section.ts'

/** The callbacks to a partner's server. */
export function callbackPage(): Html {
  return html`${section(
    'callbacks',
    'What is sent, and when',
    html`<p>
        Changes of orders are sent to your callback address. Any 2xx within 15 s acknowledges it; 410 ends
        your callbacks. Others are tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h.
        Your account’s callback version, 1 or 2, decides the body; without one it is that of the API that made
        the order, and 2 for the widget’s.
      </p>
      ${callbackPromise.map((sentence) => html`<p>${named(sentence)}</p>`)}
      <p>
        Receivers in four languages are in the guide:
        <a href="${pages.guide}/callbacks/receiver">Write a receiver</a>.
      </p>`,
    codePanel('A callback, version 2', JSON.stringify(exampleCallback(), null, 2), 'json'),
  )}
  ${section('callback-headers', 'Signatures of callbacks', meaningList(callbackHeaders))}
  ${section(
    'callback-bodies',
    'Bodies',
    html`<p>Members and types may be added: acknowledge what you do not know.</p>
      ${fieldSection('A change of an order, version 2', CallbackV2, 'output')}
      ${fieldSection('A change of an order, version 1', CallbackV1, 'output')}
      ${fieldSection('The code of a withdrawal', CodeCallback, 'output')}
      ${fieldSection('A client’s withdrawals are locked', LockedCallback, 'output')}
      ${fieldSection('An attempt was declined', AttemptDeclined, 'output')}`,
  )}`
}

const Feed = z.object({ data: z.array(z.looseObject({ callback: z.unknown() })) })

function exampleCallback(): unknown {
  return z.parse(Feed, answerOf('partner.events', contract.partner.events)).data[0]?.callback
}
