import { OVERLAP_HOURS } from '@cambio/wire/partner/CallbackEndpoint.ts'
import {
  ChangeAccount,
  LoggedRequest,
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
import { explain, type Explained } from './explain.ts'

const FORMER = 'beside the new one, UTC; null where none does.'

export const partnerAccountMeanings: readonly Explained[] = [
  explain(PartnerAccount, {
    name: 'Your name, as buyers read it.',
    origins: 'The origins of your pages that may frame the widget.',
    contact_email: 'Who may sign in to your page at /partner; null for nobody. The operator sets it.',
    callback_version: 'The version of your callbacks; null follows the API that made the order.',
    statuses: 'Whether you get every status (all), or only those that older programs know (plain).',
    settlement:
      'Where a merchant order without dst_address goes: nowhere (address), or to your balance (balance).',
    first_order_free: 'Whether a client’s first order is free of the service fee.',
    require_timestamp: 'Whether each request must carry API-Timestamp.',
    least_signature_version: 'The lowest version of signatures that is taken of you.',
    allowed_addresses: 'Addresses and ranges that your key may be used from; none of them is any.',
    api_key: 'Your API key.',
    former_api_key_until: `Until when the former API key holds ${FORMER}`,
    former_secret_until: `Until when the former secret holds ${FORMER}`,
    created_at: 'Since when you are a partner, UTC.',
  }),
  explain(ChangeAccount, {
    origins:
      'All origins of your pages that may frame the widget, such as https://shop.example.com; up to 50. They take the place of those before. An empty list, sent as [], lets no page frame it.',
  }),
  explain(RotateCredentials, {
    which: 'What is replaced: the API key, the secret, or both.',
    overlap_hours: `How long what is replaced holds beside the new one: 1 to 168 hours, ${OVERLAP_HOURS} if left out.`,
  }),
  explain(RotatedCredentials, {
    api_key: 'The new API key; null where it stays.',
    secret: 'The new secret, shown this once; null where it stays.',
    former_until: 'Until when what was replaced holds, UTC.',
  }),
  explain(StatementQuery, {
    currency: 'Lines in this currency alone.',
    from: 'Lines then or later. Unix seconds.',
    until: 'Lines before then. Unix seconds.',
    format: 'csv or jsonl. If left out, Accept decides, and CSV is sent where that names neither.',
  }),
  explain(StatementRow, {
    at: 'When it was booked, UTC.',
    entry_id: 'The id of the entry in the books; unique.',
    kind: 'order: what an order of yours brought. payout: paid to you. bank_payout: on its way to your bank account. bank_payout_returned: your bank sent it back. Later versions may add others: take them for other.',
    client_order_id: 'The order that brought it; null for anything else.',
    currency: 'The currency.',
    amount: 'What was added, or with a minus what was taken away.',
    balance: 'What you had in this currency after it.',
  }),
  explain(RequestLogQuery, {
    only: 'failed: those that were answered with a problem.',
    from: 'Requests then or later. Unix seconds.',
    until: 'Requests before then. Unix seconds.',
    rows: `How many at most. ${REQUESTS} if left out; more than ${MOST_REQUESTS} is taken for ${MOST_REQUESTS}.`,
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
    request_id: 'The id that the answer carries in X-Request-Id. Name it when you ask the operator.',
    code: 'The code of the problem; null where there was none.',
  }),
]
