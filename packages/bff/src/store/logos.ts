import type { LogoFile } from '@cambio/exchange/partner/Brand.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/** Stores logos under their names. A name that is stored already is not changed. */
export async function keepLogos(
  { query, now }: { readonly query: Query; readonly now: () => Date },
  logos: readonly (LogoFile | null | undefined)[],
): Promise<void> {
  for (const logo of logos)
    if (logo)
      await query({
        name: 'logo_keep',
        text: 'insert into logo (name, type, body, created_at) values ($1, $2, $3, $4) on conflict do nothing',
        values: [logo.name, logo.type, logo.body, now()],
      })
}

export async function findLogo(query: Query, name: string): Promise<LogoFile | undefined> {
  const text = 'select name, type, body from logo where name = $1'
  const [logo] = await query<LogoFile>({ name: 'logo_find', text, values: [name] })
  return logo
}
