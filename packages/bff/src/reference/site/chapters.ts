import { contract } from '@cambio/wire/http/contract.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Route } from '@cambio/wire/http/route.ts'

/** A call of the contract, with its group and name. */
export type Call = { readonly name: string; readonly route: Route }

/** One page of the reference. */
export type Chapter = {
  readonly slug: string
  readonly title: string
  /** What the page is about, in a sentence. */
  readonly about: string
  readonly calls: readonly Call[]
}

/** The page of each partner call, except those about clients. */
const partnerSubjects: Readonly<Record<keyof typeof contract.partner, PartnerSlug>> = {
  createRequest: 'requests',
  request: 'requests',
  cancelRequest: 'requests',
  fee: 'prices',
  requirements: 'orders',
  createOrder: 'orders',
  order: 'orders',
  orderList: 'orders',
  orderReport: 'orders',
  confirmOrder: 'orders',
  verificationUrl: 'orders',
  currency: 'prices',
  payment: 'prices',
  tickers: 'prices',
  ticker: 'prices',
  balances: 'balances',
  balance: 'balances',
  events: 'events',
  healthcheck: 'events',
}
type PartnerSlug = 'requests' | 'prices' | 'orders' | 'balances' | 'events'

/** The pages that describe calls, in reading order. */
export const callChapters: readonly Chapter[] = [
  {
    slug: 'requests',
    title: 'Widget requests',
    about: 'Your server opens a request, and your page shows the widget for it.',
    calls: partnerCalls('requests'),
  },
  {
    slug: 'prices',
    title: 'Prices and offer',
    about: 'What you can sell, at which rates, with your fees and the limits of one order.',
    calls: partnerCalls('prices'),
  },
  {
    slug: 'orders',
    title: 'Orders',
    about: 'Your server creates orders, reads them, and confirms withdrawals.',
    calls: partnerCalls('orders'),
  },
  {
    slug: 'balances',
    title: 'Balances',
    about: 'What you have with the exchange.',
    calls: partnerCalls('balances'),
  },
  {
    slug: 'clients',
    title: 'Clients',
    about: 'Your registered clients: their details, passwords, levels and messages.',
    calls: callsOf('partnerClient', contract.partnerClient),
  },
  {
    slug: 'account',
    title: 'Your account',
    about:
      'What you manage yourself: callback endpoints and their answers, origins, keys, statements, and your requests.',
    calls: callsOf('partnerAccount', contract.partnerAccount),
  },
  {
    slug: 'events',
    title: 'Events and health',
    about:
      'Callbacks of the last 31 days for a receiver that was unavailable, and whether the service is well.',
    calls: partnerCalls('events'),
  },
  {
    slug: 'shop-plugin',
    title: 'Shop plugins',
    about:
      'What a plugin of a shop system calls, in the paths and fields of Switchere’s plugin for WooCommerce: your buyer pays here, and the proceeds go to your balance.',
    calls: callsOf('shopPlugin', contract.shopPlugin),
  },
  {
    slug: 'client',
    title: 'Client sessions',
    about: 'What a client’s own app calls, by a session that its login opened.',
    calls: callsOf('client', contract.client),
  },
  {
    slug: 'public',
    title: 'Public data',
    about: 'Currencies, rates, countries and prices for everyone, without credentials.',
    calls: callsOf('public', contract.public),
  },
  {
    slug: 'version-1',
    title: 'Version 1',
    about: 'For programs that were written for version 1. New programs use version 2.',
    calls: callsOf('partnerV1', contract.partnerV1),
  },
  {
    slug: 'version-1-public',
    title: 'Version 1, public data',
    about: 'Version 1 of what needs no credentials.',
    calls: callsOf('publicV1', contract.publicV1),
  },
]

/** What the widget itself calls: kept apart, since it changes with the widget. */
export const widgetChapter: Chapter = {
  slug: 'widget-internals',
  title: 'Widget internals',
  about:
    'What the widget calls on the exchange’s own origin. It changes with the widget: build nothing on it. Its examples are from one visit.',
  calls: callsOf('widget', contract.widget),
}

/** The pages that describe what several calls have in common. */
export const topicChapters = {
  callbacks: {
    slug: 'callbacks',
    title: 'Callbacks',
    about: 'What your server receives about each order, how it is signed, and what is promised.',
    calls: [],
  },
  statuses: {
    slug: 'statuses',
    title: 'Statuses',
    about: 'How far an order is, what it waits for, and why a payment was declined or went back.',
    calls: [],
  },
  problems: {
    slug: 'problems',
    title: 'Problems',
    about: 'Every way the exchange says no, and what to do then.',
    calls: [],
  },
  currencies: {
    slug: 'currencies',
    title: 'Currencies',
    about: 'Codes, decimals and networks.',
    calls: [],
  },
  testing: {
    slug: 'testing',
    title: 'Test data',
    about: 'Cards of the sandbox, and what live was tested against.',
    calls: [],
  },
} as const satisfies Readonly<Record<string, Chapter>>

/** The address of a page of the reference. */
export function chapterPath({ slug }: Pick<Chapter, 'slug'>): string {
  return `${pages.docs}/${slug}`
}

/** The address of every page of the reference. */
export const referencePaths: readonly string[] = [
  pages.docs,
  ...[...Object.values(topicChapters), ...callChapters, widgetChapter].map(chapterPath),
]

function callsOf(group: string, routes: Readonly<Record<string, Route>>): readonly Call[] {
  return Object.entries(routes).map(([name, route]) => ({ name: `${group}.${name}`, route }))
}

function partnerCalls(slug: PartnerSlug): readonly Call[] {
  const routes: Readonly<Record<string, Route>> = contract.partner
  return Object.entries(partnerSubjects).flatMap(([name, subject]) => {
    const route = routes[name]
    return subject === slug && route ? [{ name: `partner.${name}`, route }] : []
  })
}
