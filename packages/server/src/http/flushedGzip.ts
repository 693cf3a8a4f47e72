import { constants, crc32, deflateRawSync } from 'node:zlib'

/** How much of what was sent is kept for later texts to repeat, bytes. */
const WINDOW_BYTES = 8_192

/** The method is deflate; no name, no time, no system. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
const LAST_BLOCK = Uint8Array.of(3, 0)

/** One gzip stream (RFC 1952) of many texts, each of which can be read as soon as its bytes are there. */
type FlushedGzip = {
  /** The bytes of the next text. A text that repeats an earlier one is a few bytes. */
  add(text: string): Uint8Array
  /** The last bytes, with the checksum. */
  end(): Uint8Array
}

/**
 * For streams that are open for long and say little. zlib's own stream holds some 270 kB while it is open; this holds the
 * last texts and compresses each anew, with those as its dictionary. The reader has them in its window, so that it reads
 * one stream.
 */
export function flushedGzip(): FlushedGzip {
  let window = Buffer.alloc(0)
  let checksum = 0
  let size = 0
  let header = HEADER
  const begun = (part: Uint8Array) => {
    const bytes = Buffer.concat([header, part])
    header = Uint8Array.of()
    return bytes
  }
  return {
    add(text) {
      const plain = Buffer.from(text)
      const packed = deflateRawSync(plain, {
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(window.length > 0 && { dictionary: window }),
      })
      checksum = crc32(plain, checksum)
      size += plain.length
      window = Buffer.concat([window, plain]).subarray(-WINDOW_BYTES)
      return begun(packed)
    },
    end() {
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(checksum, 0)
      trailer.writeUInt32LE(size % 2 ** 32, 4)
      return begun(Buffer.concat([LAST_BLOCK, trailer]))
    },
  }
}
