import type * as z from 'zod/mini'

/** How a SALE carries one kind of means of payment. */
export type MeansInSale<Fields extends z.core.$ZodShape, Means> = {
  /** Its fields. Each may be missing, since a SALE may carry another kind. */
  readonly fields: Fields
  /** The field of the number. A SALE that has it is paid by this kind. */
  readonly numberField: keyof Fields & string
  /** Reads it from its fields. @throws Refusal `invalid` when one is missing beside the number */
  read(fields: z.output<z.ZodMiniObject<Fields>>, number: string): Means
}
