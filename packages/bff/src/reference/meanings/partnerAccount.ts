import { OVERLAP_HOURS } from '@cambio/wire/partner/CallbackEndpoint.ts'
import {
  ChangeAccount,
  LoggedRequest,
  LogoInput,
  MOST_OWN_LOGO_BYTES,
  MOST_REQUESTS,
  PartnerAccount,
  RequestLogPage,
  RequestLogQuery,
  REQUESTS,
  RotateCredentials,
  RotatedCredentials,
  StatementQuery,
  StatementRow,
} from '@cambio/wire/partner/PartnerAccount.ts'
import { ThemeCorrection } from '@cambio/wire/theme/ThemeCorrection.ts'
import { explain, type Explained } from './explain.ts'

const FORMER = 'beside the new one, UTC; null where none does.'

export const partnerAccountMeanings: readonly Explained[] = [
  explain(PartnerAccount, {
    name: 'Your name, as buyers read it.',
    origins: 'The origins of your pages that may frame the widget.',
    contact_email: 'Who may sign in to your page at /partner; null for nobody. The operator sets it.',
    theme: 'How the widget looks, for all your requests; null: as the exchange has it.',
    theme_corrections:
      'Colours of that theme that are shown darker or lighter, because they had too little contrast; empty if none is.',
    logo: 'The address of your logo on the exchange’s origin, which is shown instead of your name; null if there is none.',
    logo_dark: 'The address of your logo for dark backgrounds; null where the other one is used there too.',
    callback_version: 'The version of your callbacks; null: the version of the API that created the order.',
    statuses: 'Whether you get every status (all), or only those that older programs know (plain).',
    settlement:
      'How a merchant order without dst_address is settled: not at all (address), or to your balance (balance).',
    first_order_free: 'Whether a client’s first order is free of the service fee.',
    require_timestamp: 'Whether each request must carry API-Timestamp.',
    least_signature_version: 'The lowest signature version that is accepted from you.',
    allowed_addresses: 'Addresses and ranges from which your key may be used; an empty list allows any.',
    api_key: 'Your API key.',
    former_api_key_until: `Until when the former API key is valid ${FORMER}`,
    former_secret_until: `Until when the former secret is valid ${FORMER}`,
    created_at: 'Since when you are a partner, UTC.',
  }),
  explain(LogoInput, {
    content: `The file in base64: a PNG, a WebP or an SVG that only draws, of at most ${MOST_OWN_LOGO_BYTES / 1024} kB. Left out: the logo is removed.`,
  }),
  explain(ThemeCorrection, {
    appearance: 'The appearance that it is changed in: light or dark.',
    token: 'The colour that is changed, by its token.',
    against: 'The token of the colour that it had too little contrast to.',
    was: 'The colour as your theme has it.',
    is: 'The colour as it is shown.',
    ratio: 'The contrast that the two had, from 1 to 21, rounded down to two decimals.',
    least: 'The contrast that they must have.',
  }),
  explain(ChangeAccount, {
    origins:
      'All origins of your pages that may frame the widget, such as https://shop.example.com; up to 50. They replace the previous ones. With an empty list, sent as [], no page may frame it.',
    theme:
      'How the widget looks, for all your requests: a theme as create_request accepts it, which replaces the previous one. An empty theme, sent as {}, removes it.',
    logo: 'Your logo, shown instead of your name; it replaces the previous one. An empty object, sent as {}, removes it.',
    logo_dark: 'Your logo for dark backgrounds, in the same form.',
  }),
  explain(RotateCredentials, {
    which: 'What is replaced: the API key, the secret, or both.',
    overlap_hours: `How long the old credentials stay valid beside the new ones: 1 to 168 hours, ${OVERLAP_HOURS} if left out.`,
  }),
  explain(RotatedCredentials, {
    api_key: 'The new API key; null if it did not change.',
    secret: 'The new secret, shown only once; null if it did not change.',
    former_until: 'Until when the old credentials are valid, UTC.',
  }),
  explain(StatementQuery, {
    currency: 'Only lines in this currency.',
    from: 'Lines then or later. Unix seconds.',
    until: 'Lines before then. Unix seconds.',
    format: 'csv or jsonl. If left out, Accept decides, and CSV is sent where that names neither.',
  }),
  explain(StatementRow, {
    at: 'When it was booked, UTC.',
    entry_id: 'The id of the entry in the books; unique.',
    kind: 'order: what one of your orders earned. payout: paid to you. bank_payout: on its way to your bank account. bank_payout_returned: your bank returned it. carried_forward: the sum of your entries before that time, which are archived. Later versions may add others: treat them as other.',
    client_order_id: 'The order that earned it; null for other types.',
    currency: 'The currency.',
    amount: 'The amount added, or deducted if negative.',
    balance: 'Your balance in this currency after the entry.',
  }),
  explain(RequestLogQuery, {
    only: 'failed: only those answered with a problem.',
    from: 'Requests then or later. Unix seconds.',
    until: 'Requests before then. Unix seconds.',
    rows: `How many at most. ${REQUESTS} if left out; more than ${MOST_REQUESTS} counts as ${MOST_REQUESTS}.`,
    cursor: 'next_cursor of the page before, with the same filters.',
  }),
  explain(RequestLogPage, {
    data: 'The requests, newest first.',
    next_cursor: 'What to send as cursor for those before; null at the end.',
  }),
  explain(LoggedRequest, {
    at: 'When it was received, UTC.',
    method: 'Its method.',
    path: 'Its path. The query and the body are not kept.',
    status: 'The HTTP status of the answer.',
    duration_ms: 'Time until the answer, milliseconds.',
    request_id: 'The id that the answer carries in X-Request-Id. Give it when you ask the operator.',
    code: 'The code of the problem; null where there was none.',
  }),
]
