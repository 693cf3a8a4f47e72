import { contract } from '@cambio/wire/http/contract.ts'
import { RefundAddress, RefundCodeRequest } from '@cambio/wire/order/Deposit.ts'
import { LimitAhead, WidgetQuote, WidgetQuoteRequest } from '@cambio/wire/order/Quote.ts'
import { Theme } from '@cambio/wire/theme/Theme.ts'
import { LegalNotice } from '@cambio/wire/widget/LegalNotice.ts'
import {
  DeviceSession,
  DeviceSignIn,
  ForgetRequest,
  RememberedDevice,
  Saved,
  SavedCard,
  SavedWallet,
} from '@cambio/wire/widget/Saved.ts'
import {
  Draft,
  OfferedCurrency,
  Payer,
  StatusAnswer,
  StatusQuery,
  WidgetStatus,
  WidgetView,
} from '@cambio/wire/widget/Widget.ts'
import {
  AddressCheck,
  ChargeRequest,
  CodeRequest,
  ConfirmRequest,
  CodeSent,
  Fields,
  FieldsRequest,
  PlaceOrder,
  PriceAnswer,
  Session,
  SessionRequest,
} from '@cambio/wire/widget/WidgetRequests.ts'
import { explain, type Explained } from './explain.ts'
import { CLIENT_ORDER_ID, COUPON, DST_ADDRESS, MEMO, STATUS } from './order.ts'
import { amountFields, bounds, choice, chosen, price } from './price.ts'

const STEP = 'The step that the widget shows.'
const EMAIL = 'The buyer’s e-mail address.'

const standing = {
  version: 'Changes whenever anything of the state, the order or the buyer changes.',
  seq: 'The number of the order’s last event; an answer with a lower one is older. Missing before there is an order.',
  state: 'How far the request is.',
  order_state: 'The entry’s order, as far as it may be shown without a session; null before there is one.',
  buyer: 'The buyer, only for their own session.',
  order: 'The order, only for its buyer’s session.',
}

const draft = {
  ...choice,
  ...amountFields,
  step: STEP,
  dst_address: 'The wallet for the coins. Only with a session.',
  memo: `${MEMO} Only with a session.`,
  coupon: COUPON,
}

const { shape: view } = WidgetView

export const widgetMeanings: readonly Explained[] = [
  explain(contract.widget.view.params, {
    entry: 'What the widget was opened with: a request_id, or an order’s id and its key joined by ~.',
  }),
  explain(WidgetQuoteRequest, { ...choice, ...amountFields, coupon: COUPON }),
  explain(WidgetQuote, {
    ...price,
    ...bounds,
    ...chosen,
    quote_id: 'Identifies this price when the order is placed.',
    expires_at: 'When the price is no longer honoured, RFC 3339.',
    limit: 'What the buyer’s limit over 30 days means for this purchase; null if none is asked for.',
  }),
  explain(LimitAhead, {
    left_in_eur: 'What may still be paid in once the buyer’s details are given, in EUR.',
    next_level: 'The next level that allows more; null at the highest.',
    needed_level: 'The level that this purchase needs; null when what is left allows it.',
  }),
  explain(AddressCheck, {
    currency: 'The currency that is paid out.',
    payout_group: choice.payout_group,
    dst_address: DST_ADDRESS,
    memo: MEMO,
  }),
  explain(RefundCodeRequest, { locale: 'The language of the mail, if it is supported.' }),
  explain(RefundAddress, {
    address: 'The wallet for a refund in coins, on the network that they were sent on. No partner sees it.',
    code: 'The code that was mailed for this.',
  }),
  explain(contract.widget.address.answer, { valid: 'true; anything else is a refusal.' }),
  explain(Draft, draft),
  explain(contract.widget.draft.answer, { saved: 'true; anything else is a refusal.' }),
  explain(CodeRequest, {
    email: EMAIL,
    locale: 'The language of the mail, as a language tag such as de-AT. English without it.',
  }),
  explain(CodeSent, {
    sent: 'true; anything else is a refusal.',
    sandbox_code: 'Only in the sandbox: the code that the mail would contain.',
  }),
  explain(SessionRequest, {
    email: EMAIL,
    code: 'The six digits that were mailed.',
    remember: 'Whether this device replaces the code for 90 days, 0 or 1; 0 if left out.',
  }),
  explain(Session, {
    session: 'Goes into Authorization: Bearer.',
    expires_at: 'When the session ends, RFC 3339.',
    device_key: 'If the device is to be remembered: its key, which only the device stores.',
  }),
  explain(DeviceSignIn, { device_key: 'The key that this device received.' }),
  explain(DeviceSession, {
    session: 'Goes into Authorization: Bearer. A new wallet, other details and a refund still need a code.',
    expires_at: 'When the session ends, RFC 3339.',
    email: EMAIL,
  }),
  explain(Saved, {
    cards: 'The buyer’s saved cards, the last saved first.',
    devices: 'The devices that replace an e-mail code, the last used first.',
    wallets: 'The wallets that the buyer’s own orders were paid out to, the last paid first; five at most.',
  }),
  explain(RememberedDevice, {
    id: 'Identifies it when it is to be forgotten.',
    name: 'Browser and system, as the browser named them.',
    created_at: 'Since when it is remembered, RFC 3339.',
    last_used_at: 'When it last signed the buyer in, RFC 3339.',
    expires_at: 'Until when it is remembered, RFC 3339.',
    is_passkey: 'Whether it signs in by a passkey; each use extends its time.',
    is_this: 'Whether it opened the session that asks.',
  }),
  explain(SavedCard, {
    id: 'Identifies it when a card form is opened for it, or when it is to be forgotten.',
    card_number: 'First six and last four digits.',
    card_type: 'Visa or MasterCard; null for another card.',
    expiry: 'The last month in which it is valid, such as 01/2038.',
  }),
  explain(SavedWallet, {
    payout_currency: 'What it was paid in.',
    payout_group: 'How it was paid.',
    dst_address: DST_ADDRESS,
    memo: MEMO,
  }),
  explain(ForgetRequest, { device_id: 'The device to forget.', card_id: 'The card to forget.' }),
  explain(Payer, {
    first_name: 'As on the buyer’s papers.',
    last_name: 'As on the buyer’s papers.',
    birth_date: 'YYYY-MM-DD.',
    country: 'Where the buyer lives, by two letters of ISO 3166-1.',
    state: 'State, province or emirate. Needed in AE, AU, BR, CA, CN, ID, IN, JP, KR, MX, MY, NG and US.',
    city: 'City.',
    address: 'Street and number.',
    postal_code: 'Postal code. Needed in every country that has them.',
    phone: 'Digits, spaces, brackets and hyphens, and a leading +.',
  }),
  explain(PlaceOrder, {
    quote_id: 'The price to place the order at.',
    dst_address: `${DST_ADDRESS} Left out if the partner has fixed one.`,
    memo: MEMO,
  }),
  explain(ConfirmRequest, { code: 'The six digits that were sent for the withdrawal.' }),
  explain(PriceAnswer, {
    answer: 'accept: the order goes on at the price that it shows now. refund: its money goes back.',
  }),
  explain(FieldsRequest, {
    locale: 'The language of the form, as a language tag such as de-AT.',
    saved_card:
      'The id of a saved card, for which the form asks only for the security code. If left out, it asks for any card.',
    limit_first:
      '1: an order over its buyer’s limit becomes pending here, refused with order_state, so that a card is typed only once it can be charged. Otherwise the charge reports it.',
  }),
  explain(Fields, {
    session_id: 'Identifies the form when its card is charged.',
    url: 'The form’s own page.',
  }),
  explain(ChargeRequest, {
    session_id: 'The form that the card was typed into.',
    challenge: 'frame brings the bank’s challenge back inside the widget, top on the order page.',
  }),
  explain(WidgetView, {
    ...standing,
    kind: 'Whether the entry is a widget request or an order by itself.',
    mode: 'sandbox moves no money.',
    partner: 'The partner that the buyer comes from.',
    legal:
      'The legal notice of the exchange’s operator, for the foot of every page; null if it is not set. An order keeps the one that it was placed under.',
    fixed: 'What the partner has fixed, by the fields’ plain names.',
    defaults: 'Where the buyer starts, by the fields’ plain names.',
    offer: 'What can be bought, and with what.',
    countries_url:
      'The address of the countries that the buyer may name, on this host: a list of {code, forbidden, forbidden_card}. A changed list has a new address.',
    countries: 'The codes of these countries, for a buyer with a session whose details are not known yet.',
    draft: 'What the buyer chose before a reload; null if nothing.',
  }),
  explain(WidgetStatus, standing),
  explain(StatusQuery, { seen: 'The version that is known already.' }),
  explain(StatusAnswer, { changed: 'How the purchase stands; null while the version named still holds.' }),
  explain(LegalNotice, {
    version: 'Changes whenever the pages at the addresses change.',
    name: 'The operator’s name.',
    terms_url: 'Its terms; {language} stands for one of the languages. Null if there are none.',
    privacy_url: 'Its privacy notice, in the same form.',
    help_url: 'Its help, in the same form, or mailto: and a mail address.',
    card_holder: 'The company that stores the card data; null if it is not named.',
    languages: 'The languages that the addresses have pages in, the fallback first.',
  }),
  explain(view.partner, {
    name: 'The partner’s name, for the buyer.',
    origins: 'The origins of the pages that may show the widget.',
    theme:
      'How the widget looks: the partner’s theme, overridden by that of its request. Null if neither is set.',
    logo: 'The address of the partner’s logo, an image on the exchange’s origin; null if there is none.',
  }),
  explain(Theme, {
    appearance:
      'The appearance unless the page around the widget sets one: light, dark, or that of the buyer’s system.',
    tokens: 'Values of both appearances, by the tokens’ names.',
    light: 'Colours of the light appearance only; they override those in tokens.',
    dark: 'Colours of the dark appearance only; they override those in tokens.',
  }),
  explain(view.offer, {
    payin: 'The currencies that are accepted.',
    payout: 'The currencies that are paid out.',
    pairs: 'Which pay-in currency buys which pay-out currencies.',
  }),
  explain(OfferedCurrency, {
    currency: 'The currency’s code.',
    title: 'Its name, for a buyer.',
    is_crypto: 'Whether it is a coin.',
    decimals: 'How many decimals its amounts have.',
    network: 'The network of a coin; null otherwise.',
    memo: 'Under which name its network needs a memo beside the address; null if it needs none.',
    groups: 'The ways to pay or to be paid in it.',
  }),
  explain(view.draft.def.innerType, draft),
  explain(view.order_state.def.innerType, {
    client_order_id: CLIENT_ORDER_ID,
    status: STATUS,
    step: STEP,
    terms:
      'What it costs and where the coins go, for an order opened by its own key; null for a widget request.',
  }),
  explain(view.buyer.def.innerType, {
    email: EMAIL,
    verification_level: 'How far the buyer is verified, lowest first in the list.',
    limit_in_eur: 'What the buyer may still pay in at this level, in EUR.',
    payer: 'The buyer’s details; null before they are given.',
    balances: 'The buyer’s balances with the exchange, in each currency that is not zero.',
  }),
]
