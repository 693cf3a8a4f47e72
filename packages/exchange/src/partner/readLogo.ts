import { createHash } from 'node:crypto'
import type { LogoFile } from './Brand.ts'
import { objectionToSvg } from './objectionToSvg.ts'

/** The largest file, bytes, and the most pixels of a side. */
export const MOST_LOGO_BYTES = 64 * 1024
const MOST_PIXELS = 2048

/**
 * Reads a logo by its content, whatever its file is called: a PNG, a WebP, or an SVG that only draws.
 * @returns a sentence that says why, where the logo is not accepted
 */
export function readLogo(body: Uint8Array): LogoFile | string {
  if (body.byteLength > MOST_LOGO_BYTES) return `A logo has at most ${MOST_LOGO_BYTES / 1024} kB.`
  const bytes = Buffer.from(body)
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return png(bytes)
  if (
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
    bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  )
    return bytes.readUInt32LE(4) + 8 === bytes.length
      ? named(bytes, 'webp', 'image/webp')
      : 'The WebP is cut short, or something follows it.'
  const objection = objectionToSvg(bytes)
  return objection ?? named(bytes, 'svg', 'image/svg+xml')
}

function png(bytes: Buffer): LogoFile | string {
  const isWhole = bytes.length > 45 && bytes.subarray(12, 16).toString('latin1') === 'IHDR'
  if (!isWhole || bytes.subarray(-8, -4).toString('latin1') !== 'IEND')
    return 'The PNG is cut short, or something follows it.'
  const isSmall = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].every(
    (side) => side >= 1 && side <= MOST_PIXELS,
  )
  return isSmall ? named(bytes, 'png', 'image/png') : `A logo is at most ${MOST_PIXELS} pixels wide and high.`
}

function named(body: Buffer, extension: string, type: string): LogoFile {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { name: `${hash}.${extension}`, type, body }
}
