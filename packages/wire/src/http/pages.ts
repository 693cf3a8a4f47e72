/** Addresses of the exchange that answer a page to a browser, or take a platform's notice. `{name}` is filled in. */
export const pages = {
  /** The exchange's own address: says what this is. */
  front: '/',
  /** The widget, framed by a partner's page. */
  widget: '/w/{request_id}',
  /** The page of one order, opened at top level with `?k=` its secret. */
  order: '/o/{client_order_id}',
  /** Hands the buyer to the bank by a form that submits itself. */
  challenge: '/challenge/{client_order_id}/{key}',
  /** Where the bank sends the buyer back; `{order_id}` is the id the exchange gave the card platform. */
  returned: '/paystatus/{client_key}/{order_id}/',
  /** Leads to the provider of identity checks; in a sandbox without one, approves or refuses what a limit asked for. */
  verification: '/verification/{token}',
  /** Gives the browser that presses its button more tries at a mailed code; the link stands in the mail. */
  mailedCode: '/code/{token}',
  /** Sandbox: every mail, message and code that would have been sent. */
  outbox: '/sandbox/outbox',
  /** Sandbox: a transaction as the node tells of it. */
  transaction: '/sandbox/tx/{txid}',
  /** Sandbox: sends the transfer that an order waits for, named by `?order=`. */
  sandboxBank: '/sandbox/bank',
  /** Sandbox: pays an order with a test card. */
  sandboxCard: '/sandbox/card',
  /** Sandbox: sends coins to an address, by `?to=`, `amount=` and `currency=`. */
  sandboxWallet: '/sandbox/wallet',
  /** Sandbox: lets time pass for one order and the quotes of its request. */
  sandboxClock: '/sandbox/clock',
  /** Lets the outside world fail for one order. */
  sandboxFaults: '/sandbox/faults',
  /** Notices of one source, such as the card platform. */
  notice: '/notices/{source}',
  /** The script a partner's page loads. */
  loader: '/embed/v1/loader.js',
  /** Where that script is at an address that never changes its content, and the hash to pin it with. */
  loaderManifest: '/embed/v1/manifest.json',
  /** What that script says where no widget answers, in the language of a BCP 47 tag. */
  loaderWords: '/embed/v1/words/{locale}',
  openapi: '/openapi.json',
  /** What the widget itself calls. */
  openapiWidget: '/openapi-widget.json',
  docs: '/docs',
  /** Sandbox: opens a widget request of one's own choice, with the widget beside it. */
  playground: '/playground',
  /** Where a partner's contact sees and sets what is the partner's own. */
  partner: '/partner',
  /** Signs a partner's contact in, by a press; the link stands in a mail. */
  partnerSignIn: '/partner/sign-in/{token}',
  /** For partners and operators, page by page. */
  guide: '/guide',
} as const
