import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'

/*
 * Unpacks the browser of the tests into the folder for temporary files: TMPDIR says which.
 * The browser is no part of the workspace, so that starting the product does not download its 68 MB.
 */

const archives = join(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '../../../bin')
for (const archive of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
  await inflate(join(archives, archive))
