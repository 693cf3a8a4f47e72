import { onContentUpdated, type Theme } from 'vitepress'
import defaultTheme from 'vitepress/theme-without-fonts'
import { HYDRATED } from '../hydrateOnFirstUse.ts'

/** The default theme, which reports when a page's buttons work. */
export const reportingTheme: Theme = {
  extends: defaultTheme,
  setup: () => onContentUpdated(() => dispatchEvent(new Event(HYDRATED))),
}
