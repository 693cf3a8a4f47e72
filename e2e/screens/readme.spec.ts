import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { test } from '../src/test.ts'
import { pathOf } from './Camera.ts'

const shown = ['10-amount', '40-payment', '51-received']

test('the picture of the README', async ({ page }) => {
  const pictures = await Promise.all(
    shown.map((name) => readFile(pathOf(`${name}-phone-light-en`), 'base64')),
  )
  await page.setViewportSize({ width: 1_298, height: 908 })
  await page.setContent(
    `<body style="display: flex; gap: 32px; margin: 0; padding: 32px; background: #eceff5">${pictures
      .map(
        (base64) =>
          `<img src="data:image/png;base64,${base64}" style="border-radius: 20px; box-shadow: 0 4px 16px #0002">`,
      )
      .join('')}</body>`,
  )
  await page.screenshot({ path: fileURLToPath(new URL('../../.github/widget.png', import.meta.url)) })
})
