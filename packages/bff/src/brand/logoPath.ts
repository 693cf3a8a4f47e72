/** The address of a logo on our origin. */
export function logoPath(name: string | null): string | null {
  return name === null ? null : `/widget/logos/${name}`
}
