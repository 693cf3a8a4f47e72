/** Addresses of the exchange that serve a page to a browser, or receive a platform's notice. `{name}` is filled in. */
export const pages = {
  /** The exchange's own address: a page that says what this is. */
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
  /** Allows the browser that presses its button more tries at a mailed code; the mail has the link. */
  mailedCode: '/code/{token}',
  /** Sandbox: every mail, message and code that would have been sent. */
  outbox: '/sandbox/outbox',
  /** Sandbox: a transaction as the node reports it. */
  transaction: '/sandbox/tx/{txid}',
  /** Sandbox: sends the transfer that an order waits for, named by `?order=`. */
  sandboxBank: '/sandbox/bank',
  /** Sandbox: pays an order with a test card. */
  sandboxCard: '/sandbox/card',
  /** Sandbox: sends coins to an address, by `?to=`, `amount=` and `currency=`. */
  sandboxWallet: '/sandbox/wallet',
  /** Sandbox: lets time pass for one order and the quotes of its request. */
  sandboxClock: '/sandbox/clock',
  /** Sandbox: makes external systems fail for one order. */
  sandboxFaults: '/sandbox/faults',
  /** Notices of one source, such as the card platform. */
  notice: '/notices/{source}',
  /** The script a partner's page loads. */
  loader: '/embed/v1/loader.js',
  /** The immutable address of that script, and the hash to pin it with. */
  loaderManifest: '/embed/v1/manifest.json',
  /** The texts of that script for when no widget answers, in the language of a BCP 47 tag. */
  loaderWords: '/embed/v1/words/{locale}',
  openapi: '/openapi.json',
  /** The routes that the widget calls. */
  openapiWidget: '/openapi-widget.json',
  docs: '/docs',
  /** Sandbox: opens a widget request with chosen fields, with the widget beside it. */
  playground: '/playground',
  /** Where a partner's contact sees and changes the partner's settings. */
  partner: '/partner',
  /** Signs a partner's contact in at the press of a button; a mail has the link. */
  partnerSignIn: '/partner/sign-in/{token}',
  /** Where Switchere's plugin for WooCommerce sends the owner of a shop who presses Activate. */
  connectShop: '/cabinet',
  /** For partners and operators, page by page. */
  guide: '/guide',
} as const
