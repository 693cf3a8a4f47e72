import { join, resolve } from 'node:path'
import process from 'node:process'
import { buildImage } from './buildImage.ts'

/* “pnpm image [folder]”: builds the image as an OCI layout. */

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../../../.image'))
const { layout, bill, digest, bytes } = await buildImage(join(folder, 'built'), join(folder, 'packages'))
process.stdout.write(
  [
    `Image       ${layout}`,
    `Digest      ${digest}`,
    `Compressed  ${(bytes / 1e6).toFixed(1)} MB`,
    `Bill        ${bill}`,
    '',
  ].join('\n'),
)
