import { pages } from '@cambio/wire/http/pages.ts'

const addresses = [
  pages.partner,
  pages.connectShop,
  pages.playground,
  pages.docs,
  pages.guide,
  '/sandbox',
] as const

/** Whether partners and developers read what is at a path, in English; buyers read all other pages. */
export function isReadByPartners(path: string): boolean {
  return addresses.some((address) => path === address || path.startsWith(`${address}/`))
}
