import { WidgetView } from '@cambio/wire/widget/Widget.ts'
import type { Page } from '@playwright/test'

const brought = /(<script type="application\/json" id="opening">)(.*?)(<\/script>)/s

/** Changes the view that a page of the widget brings, as if the service had said so. Before the page is opened. */
export async function bendView(page: Page, bend: (view: WidgetView) => object): Promise<void> {
  await page.route(/\/[wo]\/[\w-]+(\?.*)?$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      brought,
      (_, before: string, json: string, after: string) => {
        const opening = JSON.parse(json) as { view: unknown }
        return before + JSON.stringify({ ...opening, view: bend(WidgetView.parse(opening.view)) }) + after
      },
    )
    await route.fulfill({ response, body })
  })
}
