import { luhn } from '@cambio/wire/cardNumber.ts'
import * as z from 'zod/mini'
import { blank } from '../../protocol/Refusal.ts'
import type { MeansInSale } from '../MeansInSale.ts'
import { Pan } from '../Pan.ts'
import { Cvv, type Card } from './Card.ts'

const fields = {
  card_number: z.optional(z.string().check(z.regex(/^\d{12,19}$/), z.refine(luhn))),
  card_exp_month: z.optional(z.string().check(z.regex(/^(0[1-9]|1[0-2])$/))),
  card_exp_year: z.optional(z.string().check(z.regex(/^20\d\d$/))),
  card_cvv2: z.optional(z.string().check(z.regex(/^\d{3,4}$/))),
}

/** How a SALE carries a card. */
export const cardInSale: MeansInSale<typeof fields, Card> = {
  fields,
  numberField: 'card_number',
  read({ card_exp_month: month, card_exp_year: year, card_cvv2: code }, number) {
    if (month === undefined) throw blank('card_exp_month')
    if (year === undefined) throw blank('card_exp_year')
    if (code === undefined) throw blank('card_cvv2')
    return { is: 'card', pan: new Pan(number), expiry: { month, year }, cvv: new Cvv(code), wallet: null }
  },
}
