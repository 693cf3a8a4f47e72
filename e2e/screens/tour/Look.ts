import type { Page } from '@playwright/test'

/** Looks at a screen and leaves it as it was. */
export type Look = (page: Page, name: string) => Promise<void>
