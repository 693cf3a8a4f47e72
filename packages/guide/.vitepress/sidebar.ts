import type { DefaultTheme } from 'vitepress'

const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link })

/** Every page of the guide, in reading order. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      page('What Cambio is', '/'),
      page('Run the sandbox', '/start/sandbox'),
      page('Your first paid order', '/start/first-order'),
    ],
  },
  {
    text: 'Widget',
    items: [
      page('Open a request', '/widget/requests'),
      page('Embed it', '/widget/embed'),
      page('Appearance and language', '/widget/appearance'),
      page('Returning buyers', '/widget/returning'),
      page('Events', '/widget/events'),
      page('Content policies', '/widget/csp'),
      page('Scripts of a payment', '/widget/scripts'),
      page('Examples to copy', '/widget/examples'),
      page('Accessibility', '/widget/accessibility'),
    ],
  },
  {
    text: 'Orders by API',
    items: [
      page('Sign and call', '/orders/calls'),
      page('Prices and limits', '/orders/prices'),
      page('Create an order', '/orders/create'),
      page('Ways to pay in and out', '/orders/ways'),
      page('Life of an order', '/orders/statuses'),
      page('Read orders', '/orders/read'),
      page('Merchant orders', '/orders/merchant'),
      page('Balances and withdrawals', '/orders/balances'),
      page('Clients and verification', '/orders/clients'),
      page('Retries and rate limits', '/orders/retries'),
    ],
  },
  {
    text: 'Callbacks',
    items: [
      page('What is promised', '/callbacks/promise'),
      page('Write a receiver', '/callbacks/receiver'),
      page('Set, test and replay', '/callbacks/test'),
    ],
  },
  {
    text: 'Testing',
    items: [page('Test cards', '/testing/cards'), page('Bank, wallet and mailbox', '/testing/sandbox')],
  },
  {
    text: 'Going live',
    items: [
      page('Check list', '/live/checklist'),
      page('Self-service', '/live/self-service'),
      page('Keys', '/live/keys'),
      page('Duties', '/live/duties'),
    ],
  },
  {
    text: 'Money',
    items: [
      page('Fees and rounding', '/money/fees'),
      page('Refunds', '/money/refunds'),
      page('Disputes', '/money/disputes'),
      page('Statements', '/money/statements'),
    ],
  },
  {
    text: 'Operating',
    items: [
      page('Install', '/operating/install'),
      page('Settings', '/operating/settings'),
      page('Providers', '/operating/providers'),
      page('Run and watch', '/operating/run'),
      page('Fail-over', '/operating/failover'),
      page('Partitions', '/operating/partitions'),
      page('Capacity', '/operating/capacity'),
      page('Cells', '/operating/cells'),
      page('Alerts', '/operating/alerts'),
      page('Events for others', '/operating/events'),
      page('Commands', '/operating/commands'),
      page('What is sold', '/operating/tariff'),
      page('Partners', '/operating/partners'),
      page('Clients', '/operating/clients'),
      page('Coins', '/operating/coins'),
      page('Bank transfers', '/operating/bank'),
      page('Legal notice', '/operating/legal'),
    ],
  },
  {
    text: 'Background',
    items: [
      page('Architecture', '/architecture'),
      page('Versions', '/versions'),
      page('Changelog', '/changelog'),
    ],
  },
]
