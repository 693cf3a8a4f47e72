import { ChangedPassword, UpdateClient, UpdatedClient, VerificationUrl } from '@cambio/wire/Client.ts'
import { CountryEntry } from '@cambio/wire/Country.ts'
import { CardType, Group, GroupEntry, Method, Pairs, PaymentWallet } from '@cambio/wire/Group.ts'
import { Amount, RowFormat } from '@cambio/wire/http/field.ts'
import { Problem } from '@cambio/wire/http/Problem.ts'
import { Arrival, DepositState, DepositView } from '@cambio/wire/order/Deposit.ts'
import {
  AttemptResult,
  ConfirmWithdrawal,
  CreatedWithdrawal,
  LogEntry,
  OrderAttempt,
  OrderData,
  OrderDataV1,
  MoneyState,
  OrderMoney,
  PurchaseCurrency,
  RefundAddressState,
  RefundReason,
  Status,
  SubStatus,
} from '@cambio/wire/order/Order.ts'
import { PartnerOrderList, PartnerOrderListV1 } from '@cambio/wire/order/OrderList.ts'
import {
  BoundedFeeQuote,
  ClientLimits,
  FeeQuote,
  FeeRequestV1,
  LimitAhead,
  PartnerFeeQuote,
  WidgetQuote,
} from '@cambio/wire/order/Quote.ts'
import { BalanceEntry } from '@cambio/wire/partner/Balance.ts'
import {
  AttemptDeclined,
  CallbackKind,
  CallbackV1,
  CallbackV2,
  CodeCallback,
  LockedCallback,
} from '@cambio/wire/partner/Callback.ts'
import {
  DeliveryAttempt,
  DeliveryRequest,
  DeliveryState,
  CallbackDelivery,
  Resent,
} from '@cambio/wire/partner/CallbackDelivery.ts'
import { CallbackEndpoint, EndpointEvent, EndpointState } from '@cambio/wire/partner/CallbackEndpoint.ts'
import { CodeSent } from '@cambio/wire/partner/EventFeed.ts'
import { LogoInput, PartnerAccount } from '@cambio/wire/partner/PartnerAccount.ts'
import { PasskeyOptions } from '@cambio/wire/passkey/Passkey.ts'
import { Health } from '@cambio/wire/routes/health.ts'
import { OpenedSession } from '@cambio/wire/Session.ts'
import { Theme, ThemeColours, ThemeTokens } from '@cambio/wire/theme/Theme.ts'
import { ThemeCorrection } from '@cambio/wire/theme/ThemeCorrection.ts'
import { Ticker, TickerV1 } from '@cambio/wire/Ticker.ts'
import { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { Step } from '@cambio/wire/widget/Frame.ts'
import { DeviceSession, Saved } from '@cambio/wire/widget/Saved.ts'
import {
  AttemptState,
  AttemptView,
  Buyer,
  OfferedCurrency,
  OrderState,
  OrderTerms,
  Payer,
  ViewState,
  WidgetOrder,
  WidgetStatus,
  WidgetView,
} from '@cambio/wire/widget/Widget.ts'
import { RequestData, RequestState } from '@cambio/wire/widget/WidgetRequest.ts'
import { CodeSent as MailedCode } from '@cambio/wire/widget/WidgetRequests.ts'
import type * as z from 'zod/mini'
import { PriceBounds } from './problemMembers.ts'

/** A schema that the descriptions name, and its meaning. */
type Shape = {
  readonly schema: z.ZodMiniType
  readonly about: string
  /** Set for a schema that callers send; by default it is part of an answer, or of both. */
  readonly io?: 'input'
}

/** The schemas that are used in several places, by their names in the descriptions and in generated clients. */
export const shapes: Readonly<Record<string, Shape>> = {
  Amount: { schema: Amount, about: 'A decimal string with exactly its currency’s decimals.' },
  AttemptDeclined: { schema: AttemptDeclined, about: 'That an attempt to pay was declined.' },
  AttemptResult: { schema: AttemptResult, about: 'The result of an attempt to pay.' },
  AttemptState: { schema: AttemptState, about: 'How a try to pay stands, as its buyer may know it.' },
  AttemptView: { schema: AttemptView, about: 'One try to pay an order by card, as its buyer may know it.' },
  BalanceEntry: { schema: BalanceEntry, about: 'What can be spent in one currency.' },
  BoundedFeeQuote: {
    schema: BoundedFeeQuote,
    about: 'A current price, and what one order may pay in and out.',
  },
  ChangedPassword: { schema: ChangedPassword, about: 'That a client has another password.' },
  Buyer: { schema: Buyer, about: 'A buyer, as their own session shows them.' },
  CallbackDelivery: { schema: CallbackDelivery, about: 'A delivery of a callback to one endpoint.' },
  CallbackEndpoint: {
    schema: CallbackEndpoint,
    about: 'An address that callbacks are sent to, with its events.',
  },
  CallbackKind: { schema: CallbackKind, about: 'What a callback reports.' },
  CallbackV1: { schema: CallbackV1, about: 'A change of an order, in version 1.' },
  CallbackV2: { schema: CallbackV2, about: 'A change of an order, in version 2.' },
  CardType: { schema: CardType, about: 'A card’s brand.' },
  ClientLimits: { schema: ClientLimits, about: 'What a client may still pay in at its level.' },
  CodeCallback: { schema: CodeCallback, about: 'The code of a withdrawal.' },
  CodeSent: { schema: CodeSent, about: 'That a withdrawal waits for its code, without the code.' },
  ConfirmWithdrawal: {
    schema: ConfirmWithdrawal,
    io: 'input',
    about: 'The code that confirms a withdrawal.',
  },
  CreatedWithdrawal: { schema: CreatedWithdrawal, about: 'A withdrawal that waits for its code.' },
  CountryEntry: { schema: CountryEntry, about: 'A country, and whether it is served.' },
  DeliveryAttempt: { schema: DeliveryAttempt, about: 'One request to an endpoint, and its answer.' },
  DeliveryRequest: { schema: DeliveryRequest, about: 'What an endpoint is sent.' },
  DeliveryState: { schema: DeliveryState, about: 'How a delivery stands.' },
  EndpointEvent: { schema: EndpointEvent, about: 'Which callbacks an endpoint gets.' },
  EndpointState: { schema: EndpointState, about: 'Whether an endpoint gets callbacks.' },
  FeeQuote: { schema: FeeQuote, about: 'A current price.' },
  FeeRequestV1: { schema: FeeRequestV1, io: 'input', about: 'What is to be priced, in version 1.' },
  Group: { schema: Group, about: 'A way to pay or to be paid.' },
  GroupEntry: {
    schema: GroupEntry,
    about: 'A way to pay or to be paid, and the currencies that go with it.',
  },
  Health: { schema: Health, about: 'Whether the service is well.' },
  LimitAhead: { schema: LimitAhead, about: 'What the buyer’s limit means for a purchase, ahead of it.' },
  LogEntry: { schema: LogEntry, about: 'A status of an order, and since when.' },
  Method: { schema: Method, about: 'What exactly was paid with, or paid out by.' },
  OfferedCurrency: { schema: OfferedCurrency, about: 'A currency that the widget offers.' },
  OpenedSession: { schema: OpenedSession, about: 'A session of a client.' },
  OrderAttempt: { schema: OrderAttempt, about: 'One attempt to pay an order.' },
  OrderData: { schema: OrderData, about: 'An order as its partner reads it.' },
  OrderDataV1: { schema: OrderDataV1, about: 'An order as its partner reads it, in version 1.' },
  OrderState: { schema: OrderState, about: 'An order as much as may be said without its buyer’s session.' },
  OrderTerms: { schema: OrderTerms, about: 'What an order costs, and where the coins go.' },
  Pairs: { schema: Pairs, about: 'The pay-out currencies that each pay-in currency buys.' },
  Resent: { schema: Resent, about: 'How many callbacks are sent again.' },
  RequestData: { schema: RequestData, about: 'A widget request as its partner finds it again.' },
  RowFormat: { schema: RowFormat, about: 'How rows are written.' },
  RequestState: { schema: RequestState, about: 'How far a widget request is.' },
  Payer: { schema: Payer, about: 'A buyer’s details.' },
  PaymentWallet: { schema: PaymentWallet, about: 'A wallet that a card may be paid from.' },
  PriceBounds: {
    schema: PriceBounds,
    about: 'Between what an order must be, as far as its sides are chosen.',
  },
  Problem: { schema: Problem, about: 'A refusal (RFC 9457). Its code is stable, its detail is for people.' },
  MoneyState: { schema: MoneyState, about: 'How far the buyer’s money of an order is.' },
  OrderMoney: { schema: OrderMoney, about: 'Where the buyer’s money of an order is.' },
  PartnerAccount: { schema: PartnerAccount, about: 'How you are set up.' },
  PartnerOrderList: { schema: PartnerOrderList, about: 'Part of a partner’s orders.' },
  PartnerOrderListV1: {
    schema: PartnerOrderListV1,
    about: 'Part of a partner’s orders, newest first, in version 1.',
  },
  PartnerFeeQuote: {
    schema: PartnerFeeQuote,
    about: 'A current price for a partner, with what one order may pay in and out.',
  },
  Arrival: { schema: Arrival, about: 'One transfer of coins to an order’s address.' },
  DepositState: { schema: DepositState, about: 'The state of received coins.' },
  DepositView: { schema: DepositView, about: 'A pay-in in coins, as its buyer sees it.' },
  LockedCallback: { schema: LockedCallback, about: 'That a client’s withdrawals are locked.' },
  LogoInput: { schema: LogoInput, io: 'input', about: 'A logo, as a partner sets it.' },
  MailedCode: { schema: MailedCode, about: 'That a code was mailed.' },
  PurchaseCurrency: { schema: PurchaseCurrency, about: 'What a purchase may cost in.' },
  RefundReason: { schema: RefundReason, about: 'Why money is or was refunded.' },
  RefundAddressState: {
    schema: RefundAddressState,
    about: 'Whether a buyer has named the wallet for a refund in coins.',
  },
  Status: {
    schema: Status,
    about: 'How far an order is; each status is explained at the head of this document.',
  },
  Step: { schema: Step, about: 'The step that the widget shows.' },
  SubStatus: { schema: SubStatus, about: 'What a pending order waits for.' },
  Theme: { schema: Theme, about: 'How a widget looks.' },
  ThemeColours: {
    schema: ThemeColours,
    about: 'Colours of one appearance, such as #2450d8, by their tokens.',
  },
  ThemeCorrection: {
    schema: ThemeCorrection,
    about: 'A colour of a theme that has more contrast as it is shown.',
  },
  ThemeTokens: {
    schema: ThemeTokens,
    about:
      'Values by their tokens: colours of both appearances, lengths, type sizes, weights and fonts. The guide lists each.',
  },
  Ticker: { schema: Ticker, about: 'The rate of a pair.' },
  TickerV1: { schema: TickerV1, about: 'The rate of a pair, in version 1.' },
  UpdateClient: { schema: UpdateClient, io: 'input', about: 'The changes of a client.' },
  UpdatedClient: { schema: UpdatedClient, about: 'A client that was changed.' },
  VerificationLevel: { schema: VerificationLevel, about: 'How far a client is verified, lowest first.' },
  VerificationUrl: { schema: VerificationUrl, about: 'The page where a client is verified.' },
  ViewState: { schema: ViewState, about: 'How far a widget request is.' },
  WidgetOrder: { schema: WidgetOrder, about: 'An order as its buyer reads it.' },
  WidgetQuote: { schema: WidgetQuote, about: 'A price that is kept, so that an order can name it.' },
  WidgetStatus: { schema: WidgetStatus, about: 'The changing part of a view, as a buyer’s act answers it.' },
  WidgetView: { schema: WidgetView, about: 'Everything that the widget shows.' },
  DeviceSession: { schema: DeviceSession, about: 'A session that a remembered device or a passkey opened.' },
  PasskeyOptions: {
    schema: PasskeyOptions,
    about: 'The options by which a browser creates a passkey or signs in.',
  },
  Saved: { schema: Saved, about: 'What a buyer saved, and may use again.' },
}

/** The names of named schemas. */
export const nameOf: ReadonlyMap<z.core.$ZodType, string> = new Map(
  Object.entries(shapes).map(([name, { schema }]) => [schema, name]),
)
