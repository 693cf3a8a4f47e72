import type { BrowserContext } from '@playwright/test'

/** What a buyer had to do: presses of buttons and boxes, and fields that they typed into or chose. */
export type Effort = { readonly clicks: number; readonly fields: readonly string[] }

/** Counts what is done in every frame from now on, by what the browser itself sees. The shop's own page does not count. */
export async function countEffort(
  context: BrowserContext,
  shop: string,
): Promise<{ readonly spent: () => Effort }> {
  let clicks = 0
  const fields = new Set<string>()
  await context.exposeBinding('effort', ({ frame }, kind: 'click' | 'field', name: string) => {
    if (frame.url().startsWith(shop)) return
    if (kind === 'click') clicks += 1
    else fields.add(name)
  })
  await context.addInitScript(() => {
    const tell = (kind: string, name: string) =>
      void (globalThis as unknown as { effort: (kind: string, name: string) => Promise<void> }).effort(
        kind,
        name,
      )
    const groupOf = (input: Element) => input.closest('fieldset')?.querySelector('legend')?.textContent
    document.addEventListener('click', ({ target }) => {
      const pressed =
        target instanceof Element && target.closest('button, [role=option], input[type=checkbox]')
      if (pressed) tell('click', '')
    })
    // A date of three parts is one field.
    document.addEventListener('input', ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type === 'checkbox') return
      tell('field', groupOf(target) ?? target.labels?.[0]?.textContent ?? target.name)
    })
  })
  return { spent: () => ({ clicks, fields: [...fields] }) }
}
